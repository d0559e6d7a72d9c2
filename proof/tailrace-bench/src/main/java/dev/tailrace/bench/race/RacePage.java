package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import dev.tailrace.report.Axis;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import java.util.List;

/** The result as one page, with a chart for each backend in which a stall can be seen. Stateless. */
final class RacePage {
    private RacePage() {}

    static Page of(RaceReport report) {
        Page page = Page.titled("Tailrace race")
                .lead(RaceTable.where(report))
                .lead(
                        "Every line of every backend was looked for afterwards. The charts show, for each tenth of a second, the"
                                + " longest log call and the 99th percentile: a stall of the log is a peak that every thread shares.");
        for (RaceReport.Incident incident : report.incidents()) {
            Section section = page.section(incident.id() + ": " + incident.title());
            section.text(incident.load());
            section.table(RaceTable.of(incident));
            for (Standing row : incident.backends()) {
                Series series = row.series();
                if (series != null) {
                    section.chart(chart(incident.id(), row, series));
                }
            }
        }
        return page;
    }

    private static LineChart chart(String incident, Standing row, Series series) {
        String lines = row.linesPerRequest() == null ? "" : ", lines per request: " + row.linesPerRequest();
        int steps = series.events().size();
        double[] seconds = new double[steps];
        for (int i = 0; i < steps; i++) {
            seconds[i] = i * series.stepMillis() / 1_000.0;
        }
        return new LineChart(
                        row.name() + " " + row.version() + " (" + row.settings() + lines + ")",
                        Axis.elapsedSeconds(),
                        Axis.logNanos("log call"))
                .sameAxesAs(incident)
                .line("longest", seconds, values(series.longestNanos()))
                .line("p99", seconds, values(series.p99Nanos()));
    }

    /** A step without a call is a gap: there is no logarithm of 0. */
    private static double[] values(List<Long> nanos) {
        return nanos.stream()
                .mapToDouble(value -> value == 0 ? Double.NaN : value)
                .toArray();
    }
}
