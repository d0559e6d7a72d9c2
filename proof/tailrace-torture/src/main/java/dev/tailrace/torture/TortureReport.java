package dev.tailrace.torture;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import dev.tailrace.testkit.terminal.Terminal;
import dev.tailrace.torture.fault.Fault;
import dev.tailrace.torture.fault.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a torture. The fields are its JSON, which {@code docs/reference/torture.md} explains. Not thread-safe. */
final class TortureReport {
    final int schema = 1;
    final String jdk = Runtime.version().toString();
    final int cpus = Runtime.getRuntime().availableProcessors();
    final long seed;
    final long seconds;
    long kills;
    final List<Map<String, @Nullable Object>> faults = new ArrayList<>();
    private final transient List<Tally> tallies = new ArrayList<>();

    /**
     * A report without faults.
     *
     * @param seed seed of the first run of this torture
     * @param seconds time spent, including resumed tortures
     */
    TortureReport(long seed, long seconds) {
        this.seed = seed;
        this.seconds = seconds;
    }

    void add(Fault fault, Tally tally) {
        tallies.add(tally);
        kills += tally.kills;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("name", tally.name);
        row.put("what", fault.what());
        row.put("runs", tally.runs);
        row.put("acknowledged", tally.audit.acknowledged);
        row.put("lost", tally.audit.lost);
        row.put("duplicated", tally.audit.duplicated);
        row.put("torn", tally.audit.torn);
        row.put("outOfOrder", tally.audit.outOfOrder);
        row.put("kills", tally.kills);
        row.put("acts", tally.acts);
        row.put("dropped", tally.audit.dropped);
        row.put("repeated", tally.repeated);
        row.put("refused", tally.refused);
        row.put("unfinished", tally.audit.unfinished);
        row.put("cutShort", tally.audit.cutShort);
        row.put("files", tally.audit.files);
        row.put("unreadable", tally.audit.unreadable);
        row.put("complaints", tally.complaints);
        if (!tally.takeoverMillis.isEmpty()) {
            row.put("takeoverP50Millis", tally.takeover(50));
            row.put("takeoverP99Millis", tally.takeover(99));
            row.put("takeoverMaxMillis", tally.takeover(100));
            row.put("takeovers", tally.takeoverMillis.size());
        }
        row.put("longestCallMillis", tally.longestCallMillis < 0 ? null : tally.longestCallMillis);
        row.put("steps", tally.steps.isEmpty() ? null : tally.steps);
        row.put("failures", tally.failures);
        row.put("notRun", tally.notRun.isEmpty() ? null : tally.notRun);
        faults.add(row);
    }

    void print(Terminal terminal) {
        Table table = new Table("Every line whose log call returned, after the fault")
                .column("fault", Unit.TEXT)
                .column("runs", Unit.COUNT)
                .column("kills", Unit.COUNT)
                .column("acknowledged", Unit.COUNT)
                .column("lost", Unit.COUNT)
                .column("twice", Unit.COUNT)
                .column("torn", Unit.COUNT)
                .column("out of order", Unit.COUNT);
        for (Tally row : tallies) {
            table.row(
                    row.name,
                    row.runs,
                    row.kills,
                    row.audit.acknowledged,
                    alarm(row.audit.lost),
                    alarm(row.audit.duplicated),
                    alarm(row.audit.torn),
                    alarm(row.audit.outOfOrder));
        }
        terminal.print(table);
        for (Tally row : tallies) {
            if (!row.takeoverMillis.isEmpty()) {
                terminal.line(
                        "Takeover: %d kills of the drainer; to the next byte p50 %.0f ms, p99 %.0f ms, longest %.0f ms."
                                .formatted(
                                        row.takeoverMillis.size(),
                                        row.takeover(50),
                                        row.takeover(99),
                                        row.takeover(100)));
            }
            if (row.longestCallMillis >= 0) {
                terminal.line("Longest log call, stops of its process included: %d ms (%s)."
                        .formatted(row.longestCallMillis, row.name));
            }
            if (row.refused > 0) {
                terminal.line(
                        "Sent again: %,d records; dropped and counted: %,d; requests refused or cut: %,d; crash points: %d (%s)."
                                .formatted(row.repeated, row.audit.dropped, row.refused, row.points(), row.name));
            }
            if (row.audit.cutShort > 0) {
                terminal.line("Beginnings of lines where others took the log or wrote to it: %d (%s)."
                        .formatted(row.audit.cutShort, row.name));
            }
            if (row.audit.unreadable > 0) {
                terminal.note(Tone.BAD, row.name + ": " + row.audit.unreadable + " files cannot be read to their end");
            }
            if (!row.notRun.isEmpty()) {
                terminal.note(Tone.WARN, "NOT RUN: " + row.notRun + " (" + row.name + ")");
            }
            row.failures.forEach(failure -> terminal.note(Tone.BAD, failure));
        }
        terminal.line("%d processes killed; JDK %s, %d processors, %d s, seed %d."
                .formatted(kills, jdk, cpus, seconds, seed));
    }

    private static Object alarm(long value) {
        return value > 0 ? Cell.bad(value) : value;
    }
}
