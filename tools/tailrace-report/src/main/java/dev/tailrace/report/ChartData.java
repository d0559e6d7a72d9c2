package dev.tailrace.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script in the page draws, in the form in which {@code page.js} reads it.
 *
 * @param id of the element that takes the chart
 * @param chart what is drawn
 * @param colours the numbers of the curves' colours, in their order
 */
record ChartData(String id, LineChart chart, List<Integer> colours) {
    /** Gives each name of a curve its colour, the same on the whole page. */
    static final class Colours {
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int of(String name) {
            return numbers.computeIfAbsent(name, unused -> numbers.size());
        }
    }

    static ChartData of(String id, LineChart chart, Colours colours) {
        return new ChartData(
                id,
                chart,
                chart.lines().stream().map(line -> colours.of(line.name())).toList());
    }

    static void write(JsonOutput out, List<ChartData> charts) {
        out.beginArray();
        for (ChartData chart : charts) {
            chart.write(out);
        }
        out.endArray();
    }

    private void write(JsonOutput out) {
        out.beginObject();
        out.name("id").value(id);
        out.name("title").value(chart.title());
        write(out.name("x"), chart.x());
        write(out.name("y"), chart.y());
        out.name("group").value(chart.group());
        out.name("lines").beginArray();
        for (int i = 0; i < chart.lines().size(); i++) {
            write(out, chart.lines().get(i), colours.get(i));
        }
        out.endArray();
        marks(out.name("marks"), chart.marks());
        out.name("bands").beginArray();
        for (LineChart.Band band : chart.bands()) {
            write(out, band);
        }
        out.endArray();
        marks(out.name("limits"), chart.limits());
        out.endObject();
    }

    private static void write(JsonOutput out, Axis axis) {
        out.beginObject();
        out.name("label").value(axis.label());
        out.name("unit").value(axis.unit().name());
        out.name("scale").value(axis.scale().name());
        out.endObject();
    }

    private static void write(JsonOutput out, LineChart.Line line, int colour) {
        out.beginObject();
        out.name("name").value(line.name());
        out.name("colour").value(colour);
        out.name("xs").beginArray();
        for (LineChart.Point point : line.points()) {
            out.value(point.x());
        }
        out.endArray();
        out.name("ys").beginArray();
        for (LineChart.Point point : line.points()) {
            out.value(point.y());
        }
        out.endArray();
        out.endObject();
    }

    private static void marks(JsonOutput out, List<LineChart.Mark> marks) {
        out.beginArray();
        for (LineChart.Mark mark : marks) {
            out.beginObject();
            out.name("at").value(mark.at());
            out.name("label").value(mark.label());
            out.endObject();
        }
        out.endArray();
    }

    private static void write(JsonOutput out, LineChart.Band band) {
        out.beginObject();
        out.name("from").value(band.from());
        out.name("to").value(band.to());
        out.name("tone").value(band.tone().name());
        out.name("label").value(band.label());
        out.endObject();
    }
}
