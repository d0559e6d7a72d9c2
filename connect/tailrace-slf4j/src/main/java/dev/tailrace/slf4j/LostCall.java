package dev.tailrace.slf4j;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reports on stderr, rarely, that a log call failed in this front or below it, and lets the application go on. This happens only when the
 * JVM itself gives up (no stack, no memory). Thread-safe.
 */
final class LostCall {
    private static final AtomicLong COUNT = new AtomicLong();

    private LostCall() {}

    /** Reports the first loss, and again whenever the count has doubled. Never throws. */
    static void report(String loggerName, Throwable failure) {
        report(loggerName, failure, COUNT.incrementAndGet(), System.err);
    }

    @SuppressWarnings("EmptyCatch") // There may be no stack left for anything but this.
    static void report(String loggerName, Throwable failure, long count, PrintStream out) {
        if (Long.bitCount(count) != 1) {
            return;
        }
        try {
            out.println("tailrace: " + count + " log call(s) failed, the last one of logger '" + loggerName + "' with "
                    + failure.getClass().getName() + "; the application goes on, those lines are lost.");
        } catch (Throwable alsoThis) {
            // stderr fails, too.
        }
    }
}
