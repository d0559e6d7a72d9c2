package dev.tailrace.slf4j;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is left to do when a log call fails in this front or below it, which happens only when the JVM itself gives up (no stack,
 * no memory): say so on stderr, rarely, and let the application go on. Thread-safe.
 */
final class LostCall {
    private static final AtomicLong COUNT = new AtomicLong();

    private LostCall() {}

    /** Never throws: reported with the first loss and then whenever the count has doubled. */
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
            // Nothing can be said any more.
        }
    }
}
