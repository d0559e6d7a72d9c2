package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.report.Axis;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of a race or a bench as one page: all verdicts, then for each incident one chart of all backends, which shows stalls. Stateless.
 */
final class RacePage {
    private static final double STILL_NANOS = 100e6;

    /** The scenes of the bench with enough calls. */
    private static final Set<String> WITH_PERCENTILES =
            Set.of(BenchScenes.PACED, BenchScenes.BURST, BenchScenes.ROLLING);

    /** From the median to the highest percentile that a million calls can resolve. */
    private static final double[] PERCENTILES = {
        0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999, 0.99999
    };

    private RacePage() {}

    /**
     * The page of a race or a bench.
     *
     * @param targets empty for a race, which has none
     * @param roundsByScene the rounds of scenes whose percentiles are drawn
     */
    static Page of(String title, RaceReport report, List<Target> targets, Map<String, Results> roundsByScene) {
        Page page = Page.titled(title)
                .lead(
                        RaceTable.where(report)
                                + " Every line of every backend was looked for afterwards; a call over 100 ms counts as one that stands still.");
        List<RaceReport.Incident> incidents = report.incidents();
        List<Verdict> verdicts = incidents.stream().map(Verdict::of).toList();
        Section summary = page.summary(worst(verdicts), headline(report));
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict verdict = verdicts.get(i);
            summary.note(verdict.tone(), incidents.get(i).id(), "s" + (i + 1), verdict.sentence());
        }
        for (int i = 0; i < verdicts.size(); i++) {
            RaceReport.Incident incident = incidents.get(i);
            Section section = page.section(incident.id() + ": " + incident.title());
            section.text(incident.load());
            section.note(verdicts.get(i).tone(), verdicts.get(i).sentence());
            LineChart chart = chart(incident);
            if (chart != null) {
                section.chart(chart);
            }
            Results rounds = roundsByScene.get(incident.id());
            if (rounds != null && WITH_PERCENTILES.contains(incident.id())) {
                section.chart(percentiles(rounds));
            }
            section.table(RaceTable.summary(incident));
            RaceTable.details(incident).forEach(section::table);
        }
        if (!targets.isEmpty()) {
            Section reached = page.section(RaceTable.REACHED);
            reached.text(
                    "A ratio is taken in each round and then the median of the rounds; the peer is the best one that lost no line.");
            RaceTable.targets(targets).forEach(reached::table);
        }
        return page;
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

    private static String headline(RaceReport report) {
        List<Standing> rows =
                report.rows().filter(row -> row.name().equals("tailrace")).toList();
        if (rows.isEmpty()) {
            return "Tailrace did not take part";
        }
        if (rows.stream().anyMatch(row -> row.failure() != null)) {
            return "A run of Tailrace failed";
        }
        return rows.stream().anyMatch(Standing::damaged)
                ? "Lines of Tailrace were lost or damaged"
                : "Every line of Tailrace arrived once, whole and in order";
    }

    private static Tone worst(List<Verdict> verdicts) {
        for (Tone tone : List.of(Tone.BAD, Tone.WARN, Tone.GOOD)) {
            if (verdicts.stream().anyMatch(verdict -> verdict.tone() == tone)) {
                return tone;
            }
        }
        return Tone.PLAIN;
    }

    /** Draws each backend in its first setting; a click on a name in the legend shows other settings. Null without a series. */
    private static @Nullable LineChart chart(RaceReport.Incident incident) {
        List<Standing> rows = withMostLines(incident);
        if (rows.isEmpty()) {
            return null;
        }
        LineChart chart = new LineChart(
                        "Longest log call in each tenth of a second",
                        Axis.elapsedSeconds(),
                        Axis.logNanos("longest call"))
                .limit(STILL_NANOS, "100 ms");
        // A name gets its colour when it is first added, so the initially drawn curves get different colours.
        List<Standing> drawn = firstSettings(rows);
        for (Standing row : drawn) {
            Series series = row.series();
            if (series != null) {
                chart.line(row.name(), seconds(series), values(series.longestNanos()));
            }
        }
        for (Standing row : rows) {
            Series series = row.series();
            if (series != null && !drawn.contains(row)) {
                chart.hiddenLine(row.name() + " " + row.settings(), seconds(series), values(series.longestNanos()));
            }
        }
        String lines = rows.get(0).linesPerRequest() == null || rows.get(0).cpuNanosPerRequest() == null
                ? ""
                : " Requests of " + rows.get(0).linesPerRequest() + " lines.";
        return chart.caption("A stall is a peak that every thread shares; lower is better." + lines
                + (drawn.size() < rows.size()
                        ? " Drawn: each backend's first setting; a click on a name shows or hides its curve."
                        : ""));
    }

    /** The rows with a series; with requests, only the rows with the most lines, because rows without lines have no calls. */
    private static List<Standing> withMostLines(RaceReport.Incident incident) {
        int most = incident.backends().stream().mapToInt(Standing::lines).max().orElse(0);
        List<Standing> rows = new ArrayList<>();
        for (Standing row : incident.backends()) {
            if (row.series() != null && row.lines() == most) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** The first row of each backend; the no-op, which is first in a race, comes last. */
    private static List<Standing> firstSettings(List<Standing> rows) {
        Map<String, Standing> first = new LinkedHashMap<>();
        for (Standing row : rows) {
            first.putIfAbsent(row.name(), row);
        }
        Standing noop = first.remove("noop");
        if (noop != null) {
            first.put("noop", noop);
        }
        return List.copyOf(first.values());
    }

    private static double[] seconds(Series series) {
        double[] seconds = new double[series.longestNanos().size()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = i * series.stepMillis() / 1_000.0;
        }
        return seconds;
    }

    /** A step without a call is a gap: there is no logarithm of 0. */
    private static double[] values(List<Long> nanos) {
        return nanos.stream()
                .mapToDouble(value -> value <= 0 ? Double.NaN : value)
                .toArray();
    }
}
