package dev.tailrace.spring.example;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the guide's test tests. */
final class Orders {
    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    @SuppressWarnings("MethodCanBeStatic")
    void reject(int order) {
        log.warn("order {} rejected", order);
    }
}
