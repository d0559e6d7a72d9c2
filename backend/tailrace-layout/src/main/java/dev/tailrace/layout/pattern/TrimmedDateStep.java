package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LiteralStep;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Writes an ISO date with the shortest exact fraction of the second, from none to nine digits, as the JDK's own formats do. The rest is
 * formatted once a second.
 */
public final class TrimmedDateStep implements IndependentStep {
    private static final long NANOS = 1_000_000_000L;

    private final DateTimeFormatter formatter;
    /** Whether the fraction has none, three, six or nine digits. */
    private final boolean inThrees;
    /** Any thread may win the race to set this. A record's fields are final, so each thread sees a complete object. */
    private Second latest = new Second(Long.MIN_VALUE, new LiteralStep(""), new LiteralStep(""));

    private record Second(long second, LiteralStep first, LiteralStep last) {}

    /** @param formatter a format that writes no fraction at a whole second, and else appends it to two digits of the second */
    public TrimmedDateStep(DateTimeFormatter formatter, ZoneId zone, boolean inThrees) {
        this.formatter = formatter.withZone(zone);
        this.inThrees = inThrees;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        long time = event.preciseNanos();
        long second = Math.floorDiv(time, NANOS);
        Second known = latest;
        if (known.second != second) {
            known = format(second);
            latest = known;
        }
        known.first.write(event, out);
        fraction((int) (time - second * NANOS), out);
        known.last.write(event, out);
    }

    private void fraction(int nanos, TextBuffer out) {
        if (nanos == 0) {
            return;
        }
        int step = inThrees ? 1_000 : 10;
        int digits = 9;
        int rest = nanos;
        while (rest % step == 0) {
            rest /= step;
            digits -= inThrees ? 3 : 1;
        }
        out.append('.').appendDigits(rest, digits);
    }

    private Second format(long second) {
        String text = formatter.format(Instant.ofEpochSecond(second));
        // yyyy-MM-ddTHH:mm:ss for years of four digits; for any year, the seconds follow the second colon.
        int end = text.indexOf(':', text.indexOf(':') + 1) + 3;
        return new Second(second, new LiteralStep(text.substring(0, end)), new LiteralStep(text.substring(end)));
    }
}
