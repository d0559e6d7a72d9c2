package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.finding.FindingCode;
import java.time.Instant;
import java.util.List;

/** The text of a loss report, in the log and elsewhere. */
public final class LossText {
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

    private LossText() {}

    /** One line without its end. Names come from shared memory and have no control characters here. */
    public static String of(LossReport report) {
        StringBuilder text = new StringBuilder(200)
                .append(FindingCode.EVENTS_DROPPED.code())
                .append(": ")
                .append(report.total())
                .append(" events were dropped ")
                .append(
                        report.isTimed()
                                ? "between " + instant(report.firstNanos()) + " and " + instant(report.lastNanos())
                                : "at a time that isn't known")
                .append(" because the lanes were full:");
        for (int i = 0; i < LEVELS.size(); i++) {
            long count = report.perLevel()[i];
            if (count != 0) {
                text.append(' ').append(LEVELS.get(i)).append(' ').append(count);
            }
        }
        text.append("; loggers:");
        report.perLogger()
                .forEach((name, count) ->
                        text.append(' ').append(printable(name)).append(' ').append(count));
        if (report.damaged()) {
            text.append("; some of the counts were damaged, and are not in these");
        }
        return text.toString();
    }

    private static Instant instant(long epochNanos) {
        return Instant.ofEpochMilli(Math.floorDiv(epochNanos, 1_000_000L));
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder(name.length());
        name.codePoints().forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return text.toString();
    }
}
