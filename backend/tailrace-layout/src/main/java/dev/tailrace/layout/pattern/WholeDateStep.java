package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LiteralStep;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Writes a date that can't be split, such as one with optional sections; formats it for each new timestamp. */
public final class WholeDateStep implements IndependentStep {
    private static final long NANOS = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final DateTimeFormatter formatter;
    /** Whether the date shows more than milliseconds. */
    private final boolean precise;
    /** Any thread may win the race to set this. A record's fields are final, so each thread sees a complete object. */
    private Time latest = new Time(Long.MIN_VALUE, new LiteralStep(""));

    private record Time(long nanos, LiteralStep text) {}

    /** @param precise whether digits after the milliseconds are the event's; otherwise they are zeros */
    WholeDateStep(DateTimeFormatter formatter, boolean precise) {
        this.formatter = formatter;
        Instant millisecond = Instant.ofEpochSecond(0, 123_000_000);
        this.precise =
                precise && !formatter.format(millisecond).equals(formatter.format(millisecond.plusNanos(456_789)));
    }

    @Override
    public void write(Event event, TextBuffer out) {
        long nanos = precise ? event.preciseNanos() : event.epochMillis() * MILLI;
        Time known = latest;
        if (known.nanos != nanos) {
            Instant instant = Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
            known = new Time(nanos, new LiteralStep(formatter.format(instant)));
            latest = known;
        }
        known.text.write(event, out);
    }
}
