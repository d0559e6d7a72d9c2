package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Curves over a common x axis, drawn in the browser. A series of the same name has the same colour in all charts of a
 * page. Not thread-safe.
 */
public final class LineChart implements Chart {
    /** One curve; x ascending. */
    record Line(String name, boolean shown, List<Point> points) {}

    /** A point of the curve. */
    record Point(double x, double y) {}

    /** A horizontal line across the chart, for a limit. */
    record Mark(double at, String label) {}

    /** A highlighted span of the x axis. */
    record Band(double from, double to, Tone tone, String label) {}

    private final String title;
    final Axis x;
    final Axis y;
    final List<Line> lines = new ArrayList<>();
    final List<Band> bands = new ArrayList<>();
    final List<Mark> limits = new ArrayList<>();
    String caption = "";

    /** An empty chart. */
    public LineChart(String title, Axis x, Axis y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /**
     * Adds a curve.
     *
     * @param name shown in the legend; decides the colour
     * @param xs ascending
     * @param ys as many as {@code xs}; NaN is a gap
     */
    public LineChart line(String name, double[] xs, double[] ys) {
        return line(name, true, xs, ys);
    }

    /** As {@link #line}, but not drawn until a reader clicks its name in the legend. It counts for the axes' ranges. */
    public LineChart hiddenLine(String name, double[] xs, double[] ys) {
        return line(name, false, xs, ys);
    }

    private LineChart line(String name, boolean shown, double[] xs, double[] ys) {
        if (xs.length != ys.length) {
            throw new IllegalArgumentException("xs=" + xs.length + ", ys=" + ys.length);
        }
        List<Point> points = new ArrayList<>(xs.length);
        for (int i = 0; i < xs.length; i++) {
            points.add(new Point(xs[i], ys[i]));
        }
        lines.add(new Line(name, shown, points));
        return this;
    }

    /** Shades a span of the x axis, for example the time in which no call returned. */
    public LineChart band(double from, double to, Tone tone, String label) {
        bands.add(new Band(from, to, tone, label));
        return this;
    }

    /** Adds a horizontal line, for example at the value that must not be exceeded. */
    public LineChart limit(double y, String label) {
        limits.add(new Mark(y, label));
        return this;
    }

    /** A sentence below the title: what to look at. */
    public LineChart caption(String caption) {
        this.caption = caption;
        return this;
    }

    @Override
    public String title() {
        return title;
    }
}
