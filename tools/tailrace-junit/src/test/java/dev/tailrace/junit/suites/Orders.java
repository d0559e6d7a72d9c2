package dev.tailrace.junit.suites;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An application that logs; with {@code -Dregression} it logs too much. */
final class Orders {
    private static final Logger log = LoggerFactory.getLogger(Orders.class);
    private static final Logger root = LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private Orders() {}

    static void fill(int quantity) {
        log.info("order filled, quantity {}", quantity);
    }

    static void printParameters(int count) {
        for (int i = 0; i < count; i++) {
            root.info("parameter {} is {}", i, "x");
        }
    }

    static void bill() {
        log.warn("no address");
        if (Boolean.getBoolean("regression")) {
            printParameters(50);
        }
    }
}
