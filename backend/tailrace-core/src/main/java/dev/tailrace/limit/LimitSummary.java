package dev.tailrace.limit;

import java.time.Instant;
import java.util.Locale;

/**
 * The events of one key that were held back in one window; a line of the log. Immutable.
 *
 * @param level SLF4J's code
 * @param logger whose events were held back
 * @param text the held-back events in words, as in the line; may contain control characters
 * @param count of the events, at least 1
 * @param firstNanos the earliest of the events, nanoseconds since 1970
 * @param lastNanos the latest
 * @param spanNanos how long the events were counted, in nanoseconds
 */
public record LimitSummary(
        int level, String logger, String text, long count, long firstNanos, long lastNanos, long spanNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The message, such as {@code 4,812 times more in 10 s: "order {} failed"}. */
    public String message() {
        return String.format(
                Locale.ROOT,
                "%,d %s more in %s: %s",
                count,
                count == 1 ? "time" : "times",
                span(spanNanos / NANOS_PER_MILLI),
                printable(text));
    }

    private static String span(long millis) {
        if (millis < 1_000) {
            return Math.max(1, millis) + " ms";
        }
        long seconds = (millis + 500) / 1_000;
        return seconds < 120 || seconds % 60 != 0 ? seconds + " s" : seconds / 60 + " min";
    }

    /** The time of the earliest event as in JSON. */
    public String first() {
        return instant(firstNanos);
    }

    /** The time of the latest event as in JSON. */
    public String last() {
        return instant(lastNanos);
    }

    private static String instant(long epochNanos) {
        return Instant.ofEpochMilli(Math.floorDiv(epochNanos, NANOS_PER_MILLI)).toString();
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder(name.length());
        name.codePoints().forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text.toString();
    }
}
