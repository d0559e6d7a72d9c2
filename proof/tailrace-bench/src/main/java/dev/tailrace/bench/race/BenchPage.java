package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.report.Axis;
import dev.tailrace.report.Cell;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Terminal;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The bench's targets as a table, and all results as a page. Stateless. */
final class BenchPage {
    /** From the median to the highest percentile that a million calls can resolve. */
    private static final double[] PERCENTILES = {
        0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999, 0.99999
    };

    private BenchPage() {}

    static void print(List<Target> targets, RaceReport race, PrintStream out) {
        Terminal terminal = out == System.out ? Terminal.standardOut() : Terminal.of(out, false);
        for (RaceReport.Incident scene : race.incidents()) {
            terminal.note(Tone.PLAIN, scene.id() + ": " + scene.title());
            terminal.line(scene.load());
            terminal.print(RaceTable.summary(scene));
            RaceTable.details(scene).forEach(terminal::print);
            terminal.line("");
        }
        terminal.note(Tone.PLAIN, "What is to be reached");
        for (Unit unit : List.of(Unit.NUMBER, Unit.NANOS, Unit.BYTES)) {
            if (targets.stream().anyMatch(target -> target.unit() == unit)) {
                terminal.print(table(targets, unit));
                terminal.line("");
            }
        }
        long met = targets.stream().filter(Target::isMet).count();
        terminal.line(met + " of " + targets.size() + " reached.");
        terminal.line(RaceTable.where(race));
    }

    /** A table of the targets with one unit, because a column has one unit. */
    static Table table(List<Target> targets, Unit unit) {
        Table table = new Table("")
                .column(unit == Unit.NUMBER ? "ratio: figure, to which backend" : "figure", Unit.TEXT)
                .column("measured", unit)
                .column("lowest", unit)
                .column("highest", unit)
                .column("target", Unit.TEXT)
                .column("reached", Unit.TEXT);
        for (Target target : targets) {
            if (target.unit() == unit) {
                table.row(
                        target.name(),
                        target.measured().median(),
                        target.measured().min(),
                        target.measured().max(),
                        target(target),
                        reached(target));
            }
        }
        return table;
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

    static Page of(List<Target> targets, RaceReport race, Map<String, Results> resultsByScene) {
        Page page = Page.titled("Tailrace bench")
                .lead(RaceTable.where(race))
                .lead(
                        "A ratio is taken in each round and then the median of the rounds; the peer is the best one that lost no line.");
        Section reached = page.section("What is to be reached");
        for (Unit unit : List.of(Unit.NUMBER, Unit.NANOS, Unit.BYTES)) {
            if (targets.stream().anyMatch(target -> target.unit() == unit)) {
                reached.table(table(targets, unit));
            }
        }
        for (RaceReport.Incident scene : race.incidents()) {
            Section section = page.section(scene.id() + ": " + scene.title());
            section.text(scene.load());
            section.table(RaceTable.summary(scene));
            RaceTable.details(scene).forEach(section::table);
            Results rounds = resultsByScene.get(scene.id());
            if (rounds != null && hasPercentiles(scene)) {
                section.chart(percentiles(rounds));
            }
        }
        return page;
    }

    private static boolean hasPercentiles(RaceReport.Incident scene) {
        return scene.id().equals(BenchScenes.PACED)
                || scene.id().equals(BenchScenes.BURST)
                || scene.id().equals(BenchScenes.ROLLING);
    }

    private static LineChart percentiles(Results rounds) {
        Map<Contestant, Histogram> calls = new LinkedHashMap<>();
        for (Measurement round : rounds.all()) {
            calls.computeIfAbsent(
                            round.contestant(),
                            key -> new Histogram(round.latency().service()))
                    .add(round.latency().service());
        }
        LineChart chart = new LineChart("Calls by percentile", Axis.percentiles(), Axis.logNanos("log call"));
        calls.forEach((contestant, all) -> {
            double[] nanos = new double[PERCENTILES.length];
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = all.getValueAtPercentile(100 * PERCENTILES[i]);
            }
            chart.line(contestant.label(), PERCENTILES, nanos);
        });
        return chart;
    }
}
