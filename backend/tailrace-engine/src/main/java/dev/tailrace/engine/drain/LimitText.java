package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LimitReport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The text of a summary of held-back events. */
public final class LimitText {
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
    private static final long NANOS_PER_MILLI = 1_000_000;

    private LimitText() {}

    /** The message, such as {@code 4,812 times more in 10 s: "order {} failed"}. */
    public static String of(LimitReport.Summary summary) {
        return String.format(
                Locale.ROOT,
                "%,d %s more in %s: %s",
                summary.count(),
                summary.count() == 1 ? "time" : "times",
                span(summary.spanNanos() / NANOS_PER_MILLI),
                printable(summary.text()));
    }

    private static String span(long millis) {
        if (millis < 1_000) {
            return Math.max(1, millis) + " ms";
        }
        long seconds = (millis + 500) / 1_000;
        return seconds < 120 || seconds % 60 != 0 ? seconds + " s" : seconds / 60 + " min";
    }

    /** A time as in JSON; empty when it is unknown. */
    public static String instant(long epochNanos) {
        return epochNanos == 0
                ? ""
                : Instant.ofEpochMilli(Math.floorDiv(epochNanos, NANOS_PER_MILLI))
                        .toString();
    }

    /** A whole line for a drainer that knows no layout, in the form of a loss report. */
    static ByteBuffer plainLine(LimitReport.Summary summary, long epochNanos) {
        return StandardCharsets.UTF_8.encode(instant(epochNanos) + " " + LEVELS.get(summary.level() / 10)
                + " [tailrace-drain] " + printable(summary.logger()) + " - " + of(summary) + "\n");
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder(name.length());
        name.codePoints().forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text.toString();
    }
}
