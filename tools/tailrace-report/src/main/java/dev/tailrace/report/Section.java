package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a {@link Page}: whatever is added appears in that order. Not thread-safe. */
public final class Section {
    /** A paragraph. */
    record Text(String text) {}

    /**
     * A sentence that stands out.
     *
     * @param word before it, which leads to an anchor of the page; empty: none
     */
    record Note(Tone tone, String word, String anchor, String text) {}

    /** Lines to copy. */
    record Code(String caption, String text) {}

    /** A heading that links can lead to. */
    record Heading(String anchor, String text) {}

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
        return note(tone, "", "", text);
    }

    /** The same after a word that leads to an anchor of this page, which {@link #heading} sets. */
    public Section note(Tone tone, String word, String anchor, String text) {
        parts.add(new Note(tone, word, anchor, text));
        return this;
    }

    /** Adds a heading with an anchor, unique on the page: lower-case letters, digits and hyphens. */
    public Section heading(String anchor, String text) {
        parts.add(new Heading(anchor, text));
        return this;
    }

    /** Adds lines that a reader may copy as they are: a command, a part of a configuration. A click selects them all. */
    public Section code(String caption, String text) {
        parts.add(new Code(caption, text));
        return this;
    }

    /** Adds a stack; those that follow each other stand side by side where there is room. */
    public Section stack(Stack stack) {
        parts.add(stack);
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
