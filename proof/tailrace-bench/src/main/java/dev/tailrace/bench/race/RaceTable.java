package dev.tailrace.bench.race;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Terminal;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The result as tables, for the terminal and for the page. Columns that an incident has no figure for are left out. Stateless. */
final class RaceTable {
    /** A column and how it is read from a row. */
    private record Figure(String header, Unit unit, Function<Standing, @Nullable Object> value) {}

    private RaceTable() {}

    static void print(RaceReport report, PrintStream out) {
        Terminal terminal = out == System.out ? Terminal.standardOut() : Terminal.of(out, false);
        for (RaceReport.Incident incident : report.incidents()) {
            terminal.note(Tone.PLAIN, incident.id() + ": " + incident.title());
            terminal.line(incident.load());
            terminal.print(of(incident));
            terminal.line("");
        }
        terminal.line(where(report));
    }

    /** Machine and method in a sentence. */
    static String where(RaceReport report) {
        return "JDK %s, %d processors, %s, files on %s; %s."
                .formatted(
                        report.jdk(),
                        report.cpus(),
                        report.machine(),
                        report.fileSystem(),
                        report.rounds() == 1
                                ? "one round"
                                : "medians of " + report.rounds() + " interleaved rounds, counts are their sums");
    }

    static Table of(RaceReport.Incident incident) {
        List<Figure> figures = figures(incident);
        boolean requests = has(incident, row -> row.linesPerRequest() != null && row.cpuNanosPerRequest() != null);
        Table table = new Table("").keyColumns(requests ? 3 : 2);
        figures.forEach(figure -> table.column(figure.header(), figure.unit()));
        for (Standing row : incident.backends()) {
            table.row(figures.stream().map(figure -> figure.value().apply(row)).toArray());
            if (row.failure() != null) {
                table.footnote(row.name() + " " + row.settings() + " failed: " + row.failure());
            }
        }
        return table;
    }

    private static List<Figure> figures(RaceReport.Incident incident) {
        boolean serves = has(incident, row -> row.cpuNanosPerRequest() != null);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("backend", Unit.TEXT, Standing::name));
        figures.add(new Figure("settings", Unit.TEXT, Standing::settings));
        if (serves) {
            figures.add(new Figure("lines", Unit.COUNT, Standing::linesPerRequest));
        }
        figures.add(new Figure("lost", Unit.COUNT, row -> alarm(row.lost())));
        if (has(incident, row -> row.longestCallNanos() != null)) {
            figures.add(new Figure("blocked", Unit.MILLIS, row -> alarm(row.blockedMillis())));
            figures.add(new Figure("longest", Unit.NANOS, Standing::longestCallNanos));
        }
        if (has(incident, row -> row.longestOverNoopNanos() != null)) {
            figures.add(new Figure("over no-op", Unit.NANOS, Standing::longestOverNoopNanos));
        }
        if (has(incident, row -> row.p50Nanos() != null)) {
            figures.add(new Figure("p99.9", Unit.NANOS, Standing::p999Nanos));
            figures.add(new Figure("p99", Unit.NANOS, Standing::p99Nanos));
            figures.add(new Figure("p50", Unit.NANOS, Standing::p50Nanos));
        }
        if (has(incident, row -> row.requestsPerSecond() != null)) {
            figures.add(new Figure(serves ? "requests/s" : "lines/s", Unit.COUNT, Standing::requestsPerSecond));
        }
        figures.add(
                serves
                        ? new Figure("CPU/request", Unit.NANOS, Standing::cpuNanosPerRequest)
                        : new Figure("CPU/event", Unit.NANOS, Standing::cpuNanosPerEvent));
        if (has(incident, row -> row.bytesPerEvent() != null)) {
            figures.add(new Figure("bytes/event", Unit.BYTES, Standing::bytesPerEvent));
        }
        if (has(incident, row -> row.files() != null)) {
            figures.add(new Figure("files", Unit.COUNT, Standing::files));
        }
        if (has(incident, row -> row.rolls() > 0)) {
            figures.add(new Figure("rolls", Unit.COUNT, Standing::rolls));
        }
        if (has(incident, row -> row.compressions() > 0)) {
            figures.add(new Figure("compressed", Unit.COUNT, Standing::compressions));
        }
        if (has(incident, row -> row.responseP99Nanos() != null)) {
            figures.add(new Figure("response p99", Unit.NANOS, Standing::responseP99Nanos));
        }
        figures.add(new Figure("double", Unit.COUNT, row -> alarm(row.duplicated())));
        figures.add(new Figure("torn", Unit.COUNT, row -> alarm(row.torn())));
        figures.add(new Figure("misordered", Unit.COUNT, row -> alarm(row.misordered())));
        figures.add(new Figure("events", Unit.COUNT, Standing::events));
        figures.add(new Figure("version", Unit.TEXT, Standing::version));
        return figures;
    }

    private static boolean has(RaceReport.Incident incident, Predicate<Standing> property) {
        return incident.backends().stream().anyMatch(property);
    }

    private static @Nullable Object alarm(@Nullable Number value) {
        return value != null && value.doubleValue() > 0 ? Cell.bad(value) : value;
    }
}
