package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a {@link Page}: whatever is added appears in that order. Not thread-safe. */
public final class Section {
    /** A paragraph. */
    record Text(String text) {}

    /** A sentence that stands out. */
    record Note(Tone tone, String text) {}

    private final String title;
    private final List<Object> parts = new ArrayList<>();

    Section(String title) {
        this.title = title;
    }

    /** Adds a paragraph of plain text. */
    public Section text(String text) {
        parts.add(new Text(text));
        return this;
    }

    /** Adds a sentence that stands out in the colour of its tone. */
    public Section note(Tone tone, String text) {
        parts.add(new Note(tone, text));
        return this;
    }

    /** Adds a table. */
    public Section table(Table table) {
        parts.add(table);
        return this;
    }

    /** Adds a chart. */
    public Section chart(Chart chart) {
        parts.add(chart);
        return this;
    }

    String title() {
        return title;
    }

    List<Object> parts() {
        return parts;
    }
}
