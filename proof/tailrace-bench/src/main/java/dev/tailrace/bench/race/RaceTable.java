package dev.tailrace.bench.race;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;
import dev.tailrace.testkit.terminal.Terminal;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The result as tables, for the terminal and the page: for each incident one table within 80 columns, and others with the rest of the
 * figures. Columns without figures are left out. Stateless.
 */
final class RaceTable {
    private static final String NOOP = "noop";
    static final String REACHED = "What is to be reached";

    private static final String NOT_MEASURABLE = "not measurable";

    /** A column and its value in a row. */
    private record Figure(String header, Unit unit, Function<Standing, @Nullable Object> value) {}

    private RaceTable() {}

    /**
     * Prints a verdict and a table for each incident, and the targets.
     *
     * @param targets empty for a race, which has none
     * @param all whether the detail tables follow
     */
    static void print(RaceReport report, List<Target> targets, boolean all, PrintStream out) {
        Terminal terminal = out == System.out ? Terminal.standardOut() : Terminal.of(out, false);
        for (RaceReport.Incident incident : report.incidents()) {
            terminal.heading(incident.id() + ": " + incident.title());
            terminal.line(incident.load());
            Verdict verdict = Verdict.of(incident);
            terminal.note(verdict.tone(), verdict.sentence());
            terminal.line("");
            terminal.print(summary(incident));
            if (all) {
                details(incident).forEach(terminal::print);
            }
        }
        if (!targets.isEmpty()) {
            terminal.heading(REACHED);
            for (Table table : targets(targets)) {
                terminal.print(table);
                terminal.line("");
            }
            long met = targets.stream().filter(Target::isMet).count();
            terminal.line(met + " of " + targets.size() + " reached.");
        }
        terminal.line(where(report));
        if (!all) {
            terminal.line("All figures: --all, or --html FILE with charts.");
        }
    }

    /** The targets: a table for each unit, because a column has one unit. */
    static List<Table> targets(List<Target> targets) {
        List<Table> tables = new ArrayList<>();
        for (Unit unit : List.of(Unit.NUMBER, Unit.NANOS, Unit.BYTES)) {
            List<Target> rows =
                    targets.stream().filter(target -> target.unit() == unit).toList();
            if (!rows.isEmpty()) {
                Table table = new Table("")
                        .column(unit == Unit.NUMBER ? "ratio: figure, to which backend" : "figure", Unit.TEXT)
                        .column("measured", unit)
                        .column("lowest", unit)
                        .column("highest", unit)
                        .column("target", Unit.TEXT)
                        .column("reached", Unit.TEXT);
                rows.forEach(target -> table.row(
                        target.name(),
                        target.measured().median(),
                        target.measured().min(),
                        target.measured().max(),
                        target(target),
                        reached(target)));
                tables.add(table);
            }
        }
        return tables;
    }

    private static String target(Target target) {
        double bound = target.bound();
        String text = switch (target.unit()) {
            case NANOS ->
                bound >= 1e6
                        ? Math.round(bound / 1e6) + " ms"
                        : bound >= 1e3 ? Math.round(bound / 1e3) + " \u00b5s" : Math.round(bound) + " ns";
            case BYTES -> Math.round(bound) + " B";
            default -> String.format(Locale.ROOT, "%.2f", bound);
        };
        return (target.atLeast() ? ">= " : "<= ") + text;
    }

    private static Cell reached(Target target) {
        if (!target.isMeasured()) {
            return Cell.warn("not measured");
        }
        return target.isMet() ? Cell.good("yes") : Cell.bad("no");
    }

    /** The machine and the method in a sentence. */
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

    /** The main figures of the incident, within 80 columns; footnotes list damaged lines and failed runs. */
    static Table summary(RaceReport.Incident incident) {
        boolean serves = serves(incident);
        boolean calls = has(incident, row -> row.longestCallNanos() != null);
        boolean flatOut = has(incident, row -> row.requestsPerSecond() != null);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("lost", Unit.COUNT, row -> alarm(row.lost())));
        if (calls) {
            figures.add(new Figure("blocked", Unit.MILLIS, row -> alarm(row.blockedMillis())));
            figures.add(new Figure("longest", Unit.NANOS, Standing::longestCallNanos));
        }
        if (calls && !flatOut) {
            figures.add(overNoop(incident));
        }
        if (calls && !serves) {
            figures.add(new Figure("p99", Unit.NANOS, Standing::p99Nanos));
        }
        if (flatOut && !serves) {
            figures.add(perSecond(false));
        }
        if (serves || !calls) {
            figures.add(processor(serves));
        }
        Table table = table("", incident, figures);
        for (Standing row : incident.backends()) {
            List<String> damage = Verdict.damage(row);
            if (!damage.isEmpty()) {
                table.footnote(row.name() + " " + row.settings() + ": " + String.join(", ", damage));
            }
            if (row.failure() != null) {
                table.footnote(row.name() + " " + row.settings() + " failed: " + row.failure());
            }
        }
        return table;
    }

    /** The other figures: calls, their cost, lines and files. */
    static List<Table> details(RaceReport.Incident incident) {
        List<Table> tables = new ArrayList<>();
        boolean serves = serves(incident);
        List<Figure> calls = new ArrayList<>();
        if (has(incident, row -> row.longestCallNanos() != null)) {
            calls.add(overNoop(incident));
            calls.add(new Figure("p99.9", Unit.NANOS, Standing::p999Nanos));
            calls.add(new Figure("p99", Unit.NANOS, Standing::p99Nanos));
            calls.add(new Figure("p50", Unit.NANOS, Standing::p50Nanos));
        }
        if (has(incident, row -> row.responseP99Nanos() != null)) {
            calls.add(new Figure("response p99", Unit.NANOS, Standing::responseP99Nanos));
        }
        if (!calls.isEmpty()) {
            tables.add(table("Log calls", incident, calls));
        }
        List<Figure> costs = new ArrayList<>();
        if (has(incident, row -> row.requestsPerSecond() != null)) {
            costs.add(perSecond(serves));
        }
        costs.add(processor(serves));
        if (has(incident, row -> row.bytesPerEvent() != null)) {
            costs.add(new Figure("bytes/event", Unit.BYTES, RaceTable::bytes));
        }
        tables.add(table("Throughput and cost", incident, costs));
        List<Figure> lines = new ArrayList<>();
        lines.add(new Figure("events", Unit.COUNT, Standing::events));
        lines.add(new Figure("lost", Unit.COUNT, row -> alarm(row.lost())));
        lines.add(new Figure("double", Unit.COUNT, row -> alarm(row.duplicated())));
        lines.add(new Figure("torn", Unit.COUNT, row -> alarm(row.torn())));
        lines.add(new Figure("misordered", Unit.COUNT, row -> alarm(row.misordered())));
        tables.add(table("Lines", incident, lines));
        List<Figure> files = new ArrayList<>();
        if (has(incident, row -> row.files() != null)) {
            files.add(new Figure("files", Unit.COUNT, Standing::files));
        }
        if (has(incident, row -> row.rolls() > 0)) {
            files.add(new Figure("rolls", Unit.COUNT, Standing::rolls));
        }
        if (has(incident, row -> row.compressions() > 0)) {
            files.add(new Figure("compressed", Unit.COUNT, Standing::compressions));
        }
        files.add(new Figure("version", Unit.TEXT, Standing::version));
        tables.add(table("Files and versions", incident, files));
        return tables;
    }

    /** A table with the columns that name a row before the figures. */
    private static Table table(String title, RaceReport.Incident incident, List<Figure> figures) {
        List<Figure> columns = new ArrayList<>();
        columns.add(new Figure("backend", Unit.TEXT, Standing::name));
        columns.add(new Figure("settings", Unit.TEXT, Standing::settings));
        if (serves(incident)) {
            columns.add(new Figure("lines", Unit.COUNT, Standing::linesPerRequest));
        }
        Table table = new Table(title).keyColumns(columns.size());
        columns.addAll(figures);
        columns.forEach(column -> table.column(column.header(), column.unit()));
        boolean unmeasured = false;
        for (Standing row : incident.backends()) {
            @Nullable
            Object[] values =
                    columns.stream().map(column -> column.value().apply(row)).toArray();
            table.row(values);
            unmeasured |= Arrays.asList(values).contains(NOT_MEASURABLE);
        }
        if (unmeasured) {
            table.footnote("Not measurable: within what the no-op's own figure changes from run to run.");
        }
        return table;
    }

    private static Figure perSecond(boolean serves) {
        return new Figure(serves ? "requests/s" : "lines/s", Unit.COUNT, Standing::requestsPerSecond);
    }

    private static Figure processor(boolean serves) {
        return serves
                ? new Figure("CPU/request", Unit.NANOS, Standing::cpuNanosPerRequest)
                : new Figure("CPU/event", Unit.NANOS, Standing::cpuNanosPerEvent);
    }

    /**
     * The longest call less the no-op's. A difference within the no-op's own variation between rounds is meaningless, and a negative one
     * doesn't mean that the backend is faster than the no-op. After a single round the variation is unknown; then only positive differences
     * are shown.
     */
    private static Figure overNoop(RaceReport.Incident incident) {
        return new Figure("over no-op", Unit.NANOS, row -> {
            Long over = row.longestOverNoopNanos();
            return over == null || row.name().equals(NOOP) || over > scatter(incident, row) ? over : NOT_MEASURABLE;
        });
    }

    private static double scatter(RaceReport.Incident incident, Standing of) {
        return incident.backends().stream()
                .filter(row -> row.name().equals(NOOP) && Objects.equals(row.linesPerRequest(), of.linesPerRequest()))
                .map(row -> row.spread().get("longestCallNanos"))
                .filter(Objects::nonNull)
                .mapToDouble(spread -> spread.max() - spread.min())
                .max()
                .orElse(0);
    }

    private static @Nullable Object bytes(Standing row) {
        Double bytes = row.bytesPerEvent();
        return bytes != null && bytes < 0 ? NOT_MEASURABLE : bytes;
    }

    private static boolean serves(RaceReport.Incident incident) {
        return has(incident, row -> row.linesPerRequest() != null && row.cpuNanosPerRequest() != null);
    }

    private static boolean has(RaceReport.Incident incident, Predicate<Standing> property) {
        return incident.backends().stream().anyMatch(property);
    }

    private static @Nullable Object alarm(@Nullable Number value) {
        return value != null && value.doubleValue() > 0 ? Cell.bad(value) : value;
    }
}
