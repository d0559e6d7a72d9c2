package dev.tailrace.slf4j;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Logs the same events through whichever backend is on the class path. */
final class Log4jTwinProgram {
    private static final String[] NAMES = {
        "com.example.shop.Checkout", "com.example.db.Pool", "com.example.db", "org.other.Thing", "Plain"
    };

    private Log4jTwinProgram() {}

    /** Logs as many rounds of events as the argument says. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Marker marker = MarkerFactory.getMarker("AUDIT");
        for (int i = 0; i < rounds; i++) {
            for (String name : NAMES) {
                Logger log = LoggerFactory.getLogger(name);
                log.trace("trace {}", i);
                log.debug("debug {} of {}", i, name);
                log.info("order {} filled at {} qty {}", i, 12.5, 100 + i);
                MDC.put("user", i % 3 == 0 ? "bob" : "ann");
                MDC.put("id", String.valueOf(i));
                log.warn(marker, "a <warning> '{}'", i);
                MDC.clear();
                if (i % 10 == 0) {
                    log.error("failed " + i, failure(i));
                }
            }
        }
    }

    private static Exception failure(int i) {
        Exception failure = new IllegalStateException("round " + i, new RuntimeException("the cause"));
        failure.addSuppressed(new IllegalArgumentException("while closing"));
        return failure;
    }
}
