package dev.tailrace.bench.race;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Terminal;
import dev.tailrace.report.Unit;
import java.io.PrintStream;

/** The result as tables, for the terminal and for the page. Stateless. */
final class RaceTable {
    private static final double BLOCKED_MILLIS = 0;

    private RaceTable() {}

    static void print(RaceReport report, PrintStream out) {
        Terminal terminal = out == System.out ? Terminal.standardOut() : Terminal.of(out, false);
        for (RaceReport.Incident incident : report.incidents()) {
            terminal.line(incident.id() + ": " + incident.title());
            terminal.line(incident.load());
            terminal.print(of(incident));
        }
        terminal.line("JDK %s, %d processors, %s, %d rounds, files on %s"
                .formatted(report.jdk(), report.cpus(), report.machine(), report.rounds(), report.fileSystem()));
    }

    static Table of(RaceReport.Incident incident) {
        boolean requests = incident.backends().stream().anyMatch(row -> row.linesPerRequest() != null);
        boolean serves = incident.backends().stream().anyMatch(row -> row.cpuNanosPerRequest() != null);
        Table table = new Table("")
                .column("backend", Unit.TEXT)
                .column("settings", Unit.TEXT)
                .column("lines/req.", Unit.COUNT)
                .keyColumns(requests ? 3 : 2)
                .column("lost", Unit.COUNT)
                .column("p50", Unit.NANOS)
                .column("p99", Unit.NANOS)
                .column("p99.9", Unit.NANOS)
                .column("longest", Unit.NANOS)
                .column("blocked", Unit.MILLIS)
                .column("req./s", Unit.COUNT)
                .column(serves ? "CPU/req." : "CPU/event", Unit.NANOS)
                .column("B/event", Unit.BYTES)
                .column("rolls", Unit.COUNT)
                .column("packed", Unit.COUNT)
                .column("damaged", Unit.COUNT)
                .column("events", Unit.COUNT);
        for (Standing row : incident.backends()) {
            long damaged = row.duplicated() + row.torn() + row.misordered();
            table.row(
                    row.name() + " " + row.version(),
                    row.settings(),
                    row.linesPerRequest(),
                    row.lost() > 0 ? Cell.bad(row.lost()) : row.lost(),
                    row.p50Nanos(),
                    row.p99Nanos(),
                    row.p999Nanos(),
                    row.longestCallNanos(),
                    row.blockedMillis() != null && row.blockedMillis() > BLOCKED_MILLIS
                            ? Cell.bad(row.blockedMillis())
                            : row.blockedMillis(),
                    row.requestsPerSecond(),
                    serves ? row.cpuNanosPerRequest() : row.cpuNanosPerEvent(),
                    row.bytesPerEvent(),
                    row.rolls(),
                    row.compressions(),
                    damaged > 0 ? Cell.bad(damaged) : damaged,
                    row.events());
            if (row.failure() != null) {
                table.footnote(row.name() + "/" + row.settings() + " failed: " + row.failure());
            }
        }
        return table;
    }
}
