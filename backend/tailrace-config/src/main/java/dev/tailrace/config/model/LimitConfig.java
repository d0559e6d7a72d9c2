package dev.tailrace.config.model;

import dev.tailrace.level.Rate;

/**
 * One {@code <limit>}: how many events of the same key an appender writes, and what becomes of the others.
 *
 * @param logger whose events it limits, and those of its descendants; "" all
 * @param highest the highest level it limits; events above it are never held back
 * @param by what makes two events the same
 * @param contextKey the key of the MDC where {@code by} is {@link By#CONTEXT}; else ""
 * @param intervalNanos time in which one event may be written on average, 1 ns to an hour
 * @param burst events that may be written at once after a pause, at least 1
 * @param sample of the events beyond the rate one in so many is written; 0: none
 * @param windowMillis how long events are counted before a summary is written, 1 s to an hour
 * @param protect whether it holds only while the memory for lines that wait is three quarters full
 * @param scope where it was set
 */
public record LimitConfig(
        String logger,
        Threshold highest,
        By by,
        String contextKey,
        long intervalNanos,
        int burst,
        int sample,
        long windowMillis,
        boolean protect,
        Scope scope) {

    /** The criterion by which two events are the same, besides their level. */
    public enum By {
        /** The logger and the message before its arguments are put in. */
        TEMPLATE,
        /** The logger and the message with its arguments. */
        TEXT,
        /** The class of the throwable; events without one are not limited. */
        THROWABLE,
        /** The logger alone. */
        LOGGER,
        /** A value of the MDC; events without one are not limited. */
        CONTEXT
    }

    /** Where a limit was set. Of several, one of a later scope comes first. */
    public enum Scope {
        /** In the configuration, for all appenders. */
        ALL,
        /** In the appender itself. */
        APPENDER,
        /** At run time, for all appenders. */
        RUN_TIME
    }

    /** The longest time in which a whole burst comes back, in nanoseconds. */
    public static final long LONGEST_REFILL = 24L * 3_600_000_000_000L;

    public static final long DEFAULT_WINDOW_MILLIS = 10_000;

    /** A limit that is set at run time: of each logger, events of one level beyond the rate are held back. */
    public static LimitConfig atRunTime(String logger, Threshold highest, Rate rate) {
        long interval = rate.intervalNanos();
        int burst = (int) Math.min(rate.events(), LONGEST_REFILL / interval);
        return new LimitConfig(
                logger, highest, By.LOGGER, "", interval, burst, 0, DEFAULT_WINDOW_MILLIS, false, Scope.RUN_TIME);
    }

    /** Whether the limit applies to a logger; {@code byDollar}: see {@link Configuration}. */
    public boolean covers(String name, boolean byDollar) {
        return LoggerConfig.covers(logger, name, byDollar);
    }
}
