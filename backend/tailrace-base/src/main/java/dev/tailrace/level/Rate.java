package dev.tailrace.level;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate of a limit. Immutable.
 *
 * @param events 1 to {@value #MOST_EVENTS}
 * @param unitNanos the time in which so many events may be written
 */
public record Rate(int events, long unitNanos) {
    public static final int MOST_EVENTS = 1_000_000;

    private static final Pattern TEXT =
            Pattern.compile("([0-9]{1,9})\\s*/\\s*(s|sec|second|m|min|minute|h|hour)", Pattern.CASE_INSENSITIVE);
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    /** Parses a text such as {@code 10/s}, {@code 100/min} or {@code 5/h}; empty: it is none. */
    public static Optional<Rate> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        long events = parts.matches() ? Long.parseLong(parts.group(1)) : 0;
        if (events == 0 || events > MOST_EVENTS) {
            return Optional.empty();
        }
        long unit = switch (parts.group(2).toLowerCase(Locale.ROOT).charAt(0)) {
            case 's' -> SECOND;
            case 'm' -> MINUTE;
            default -> HOUR;
        };
        return Optional.of(new Rate((int) events, unit));
    }

    /** The time in which one event may be written on average. */
    public long intervalNanos() {
        return Math.max(1, unitNanos / events);
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return events + (unitNanos == SECOND ? "/s" : unitNanos == MINUTE ? "/min" : "/h");
    }
}
