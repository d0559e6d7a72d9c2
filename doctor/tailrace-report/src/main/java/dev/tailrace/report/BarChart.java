package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/** Horizontal bars with their figures; readable without scripts. Not thread-safe. */
public final class BarChart implements Chart {
    /** One bar. */
    record Bar(String label, double value, Tone tone) {}

    private final String title;
    final Unit unit;
    final List<Bar> bars = new ArrayList<>();
    String caption = "";

    private BarChart(String title, Unit unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Bars whose length is proportional to the value. */
    public static BarChart linear(String title, Unit unit) {
        return new BarChart(title, unit);
    }

    /** Adds a bar; NaN is shown as "not measured". */
    public BarChart bar(String label, double value) {
        return bar(label, value, Tone.PLAIN);
    }

    /** Adds a bar with a tone. */
    public BarChart bar(String label, double value, Tone tone) {
        bars.add(new Bar(label, value, tone));
        return this;
    }

    /** A sentence below the title: what to look at. */
    public BarChart caption(String caption) {
        this.caption = caption;
        return this;
    }

    @Override
    public String title() {
        return title;
    }
}
