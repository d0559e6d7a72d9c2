package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/**
 * Writes a date of which only the fraction changes within a second. The rest is formatted once a second. It is never stale, because the
 * zone's offset only changes at whole seconds.
 */
public final class DateStep implements IndependentStep {
    private static final long NANOS = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int MILLISECONDS = 3;
    private static final int[] DIVISORS = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1
    };

    private final String prefix;
    private final DateTimeFormatter first;
    private final int digits;
    private final DateTimeFormatter last;
    private final String suffix;
    /** Whether digits after the milliseconds are the event's; otherwise they are zeros. */
    private final boolean precise;
    /** Any thread may win the race to set this. A record's fields are final, so each thread sees a complete object. */
    private Second latest = new Second(Long.MIN_VALUE, new LiteralStep(""), new LiteralStep(""));

    private record Second(long second, LiteralStep first, LiteralStep last) {}

    public DateStep(DateTimeFormatter first, int digits, DateTimeFormatter last, boolean precise) {
        this("", first, digits, last, "", precise);
    }

    private DateStep(
            String prefix,
            DateTimeFormatter first,
            int digits,
            DateTimeFormatter last,
            String suffix,
            boolean precise) {
        this.prefix = prefix;
        this.first = first;
        this.digits = digits;
        this.last = last;
        this.suffix = suffix;
        this.precise = precise;
    }

    public DateStep after(LiteralStep text) {
        return new DateStep(text(text) + prefix, first, digits, last, suffix, precise);
    }

    public DateStep before(LiteralStep text) {
        return new DateStep(prefix, first, digits, last, suffix + text(text), precise);
    }

    private static String text(LiteralStep step) {
        return new String(step.text(), StandardCharsets.UTF_8);
    }

    /** The event's time, in the precision that is shown. */
    long time(Event event) {
        if (digits <= MILLISECONDS) {
            return event.epochNanos();
        }
        return precise ? event.preciseNanos() : event.epochMillis() * MILLI;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        write(time(event), out);
    }

    /** Writes another time than an event's, in nanoseconds since 1970. */
    void write(long time, TextBuffer out) {
        long second = Math.floorDiv(time, NANOS);
        Second known = textsOf(second);
        known.first.write(out);
        int nanos = (int) (time - second * NANOS);
        if (digits > 0) {
            out.appendDigits(fraction(nanos), digits);
        }
        known.last.write(out);
    }

    /** The offset of the fraction in the text for this event, in bytes. */
    int fractionAt(Event event) {
        return textsOf(Math.floorDiv(event.epochNanos(), NANOS)).first.length();
    }

    /** Replaces the fraction at byte {@code at} of a text by the fraction of another time within the same second. */
    void overwriteFraction(int nanos, TextBuffer text, int at) {
        if (digits > 0) {
            text.overwriteDigits(at, fraction(nanos), digits);
        }
    }

    private int fraction(int nanos) {
        // Milliseconds are by far the most frequent, and division by a constant is much faster.
        return digits == MILLISECONDS ? nanos / 1_000_000 : nanos / DIVISORS[digits];
    }

    private Second textsOf(long second) {
        Second known = latest;
        if (known.second != second) {
            known = format(second);
            latest = known;
        }
        return known;
    }

    private Second format(long second) {
        Instant instant = Instant.ofEpochSecond(second);
        return new Second(
                second,
                new LiteralStep(prefix + first.format(instant)),
                new LiteralStep(last.format(instant) + suffix));
    }
}
