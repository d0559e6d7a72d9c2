package dev.tailrace.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script in the page draws, in the form in which {@code page.js} reads it.
 *
 * @param id of the element that takes the chart
 */
record ChartData(
        String id,
        String title,
        Axis x,
        Axis y,
        String group,
        List<Curve> lines,
        List<LineChart.Mark> marks,
        List<LineChart.Band> bands,
        List<LineChart.Mark> limits) {
    /** Gives each name of a curve its colour, the same on the whole page. */
    static final class Colours {
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int of(String name) {
            return numbers.computeIfAbsent(name, unused -> numbers.size());
        }
    }

    /**
     * @param colour the number of the curve's colour
     * @param shown whether it is drawn at once
     */
    record Curve(String name, int colour, boolean shown, List<Double> xs, List<Double> ys) {}

    static ChartData of(String id, LineChart chart, Colours colours) {
        return new ChartData(
                id,
                chart.title(),
                chart.x(),
                chart.y(),
                chart.group(),
                chart.lines().stream()
                        .map(line -> new Curve(
                                line.name(),
                                colours.of(line.name()),
                                line.shown(),
                                line.points().stream().map(LineChart.Point::x).toList(),
                                line.points().stream().map(LineChart.Point::y).toList()))
                        .toList(),
                chart.marks(),
                chart.bands(),
                chart.limits());
    }
}
