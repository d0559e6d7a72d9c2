package shop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The code of the tests' web application. It is copied into the application and only loaded by its class loader. */
public final class Shop {
    private static final Logger LOG = LoggerFactory.getLogger(Shop.class);

    private Shop() {}

    /** Logs {@code count} lines, the first with this number. */
    public static void log(int first, int count) {
        for (int i = first; i < first + count; i++) {
            LOG.info("order {} filled", i);
        }
    }

    /** The late calls of a thread that the application left behind, of kinds that it didn't make before. */
    public static void late() {
        LOG.info("late {}", 1);
        LOG.warn("late", new IllegalStateException("late"));
        LOG.atInfo().addKeyValue("late", 1).log("late {}", 2);
        LOG.atTrace().log("late");
        LoggerFactory.getLogger("another").error("late {} {} {}", 1, 2, 3);
    }
}
