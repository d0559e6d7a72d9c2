package dev.tailrace.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of a chart, in the format that {@code page.js} reads.
 *
 * @param id id of the element that contains the chart
 */
record ChartData(
        String id,
        String title,
        Axis x,
        Axis y,
        List<Curve> lines,
        List<LineChart.Band> bands,
        List<LineChart.Mark> limits) {
    /** Assigns each curve name a colour, the same on the whole page. */
    static final class Colours {
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int of(String name) {
            return numbers.computeIfAbsent(name, unused -> numbers.size());
        }
    }

    /**
     * @param colour the number of the curve's colour
     * @param shown whether it is drawn initially
     */
    record Curve(String name, int colour, boolean shown, List<Double> xs, List<Double> ys) {}

    static ChartData of(String id, LineChart chart, Colours colours) {
        return new ChartData(
                id,
                chart.title(),
                chart.x,
                chart.y,
                chart.lines.stream()
                        .map(line -> new Curve(
                                line.name(),
                                colours.of(line.name()),
                                line.shown(),
                                line.points().stream().map(LineChart.Point::x).toList(),
                                line.points().stream().map(LineChart.Point::y).toList()))
                        .toList(),
                chart.bands,
                chart.limits);
    }
}
