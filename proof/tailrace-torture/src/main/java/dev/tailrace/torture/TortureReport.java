package dev.tailrace.torture;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Terminal;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import dev.tailrace.torture.fault.Fault;
import dev.tailrace.torture.fault.Tally;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a torture; the components are the fields of its JSON.
 *
 * @param schema version of this format
 * @param jdk version of the JVM
 * @param cpus processors
 * @param seed seed of the first run of this torture
 * @param seconds time spent, including resumed tortures
 * @param kills processes killed or halted
 * @param faults one row per fault
 */
record TortureReport(int schema, String jdk, int cpus, long seed, long seconds, long kills, List<Row> faults) {
    /**
     * A fault.
     *
     * @param name of the fault
     * @param what the fault in a sentence
     * @param runs scenes audited
     * @param acknowledged lines whose log call returned
     * @param lost acknowledged lines that are missing and not reported
     * @param duplicated lines that exist more than once
     * @param torn incomplete lines
     * @param outOfOrder lines after later lines of their thread
     * @param kills processes killed or halted at a crash point
     * @param acts other actions of the fault
     * @param dropped lines whose loss was configured and is reported in the log
     * @param unfinished lines that were found though their call never returned
     * @param cutShort beginnings of lines where other programs renamed the log or wrote to it
     * @param files log files read
     * @param unreadable files that can't be read to their end
     * @param complaints runs with another failure
     * @param takeoverP50Millis median time from a kill to the next byte
     * @param takeoverP99Millis 99th percentile of this time
     * @param takeoverMaxMillis the longest of these times
     * @param takeovers number of timed takeovers
     * @param longestCallMillis the longest log call, including stops of its process
     * @param steps number of halts by crash point
     * @param failures seeds, folders and problems
     * @param notRun why the fault was not run
     */
    record Row(
            String name,
            String what,
            long runs,
            long acknowledged,
            long lost,
            long duplicated,
            long torn,
            long outOfOrder,
            long kills,
            long acts,
            long dropped,
            long unfinished,
            long cutShort,
            long files,
            long unreadable,
            long complaints,
            @Nullable Double takeoverP50Millis,
            @Nullable Double takeoverP99Millis,
            @Nullable Double takeoverMaxMillis,
            @Nullable Integer takeovers,
            @Nullable Long longestCallMillis,
            @Nullable Map<String, Long> steps,
            List<String> failures,
            @Nullable String notRun) {
        static Row of(Fault fault, Tally tally) {
            boolean timed = !tally.takeoverMillis.isEmpty();
            return new Row(
                    tally.name,
                    fault.what(),
                    tally.runs,
                    tally.acknowledged,
                    tally.lost,
                    tally.duplicated,
                    tally.torn,
                    tally.outOfOrder,
                    tally.kills,
                    tally.acts,
                    tally.dropped,
                    tally.unfinished,
                    tally.cutShort,
                    tally.files,
                    tally.unreadable,
                    tally.complaints,
                    timed ? tally.takeover(50) : null,
                    timed ? tally.takeover(99) : null,
                    timed ? tally.takeover(100) : null,
                    timed ? tally.takeoverMillis.size() : null,
                    tally.longestCallMillis < 0 ? null : tally.longestCallMillis,
                    tally.steps.isEmpty() ? null : tally.steps,
                    tally.failures,
                    tally.notRun.isEmpty() ? null : tally.notRun);
        }
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
        for (Row row : faults) {
            table.row(
                    row.name,
                    row.runs,
                    row.kills,
                    row.acknowledged,
                    alarm(row.lost),
                    alarm(row.duplicated),
                    alarm(row.torn),
                    alarm(row.outOfOrder));
        }
        terminal.print(table);
        for (Row row : faults) {
            if (row.takeovers != null) {
                terminal.line(
                        "Takeover: %d kills of the drainer; to the next byte p50 %.0f ms, p99 %.0f ms, longest %.0f ms."
                                .formatted(
                                        row.takeovers,
                                        row.takeoverP50Millis,
                                        row.takeoverP99Millis,
                                        row.takeoverMaxMillis));
            }
            if (row.longestCallMillis != null) {
                terminal.line("Longest log call, stops of its process included: %d ms (%s)."
                        .formatted(row.longestCallMillis, row.name));
            }
            if (row.cutShort > 0) {
                terminal.line("Beginnings of lines where others took the log or wrote to it: %d (%s)."
                        .formatted(row.cutShort, row.name));
            }
            if (row.unreadable > 0) {
                terminal.note(Tone.BAD, row.name + ": " + row.unreadable + " files cannot be read to their end");
            }
            if (row.notRun != null) {
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
