package shop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a web application of the tests does. It is copied into the application and loaded by its class loader only. */
public final class Shop {
    private static final Logger LOG = LoggerFactory.getLogger(Shop.class);

    private Shop() {}

    /** Logs {@code count} lines, the first with this number. */
    public static void log(int first, int count) {
        for (int i = first; i < first + count; i++) {
            LOG.info("order {} filled", i);
        }
    }
}
