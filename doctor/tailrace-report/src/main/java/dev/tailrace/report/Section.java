package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a {@link Page}. Its content appears in the order of the calls. Not thread-safe. */
public final class Section {
    /** A paragraph. */
    record Text(String text) {}

    /**
     * A sentence that stands out.
     *
     * @param word link text before the sentence, to an anchor of the page; empty: none
     */
    record Note(Tone tone, String word, String anchor, String text) {}

    /** Lines to copy. */
    record Code(String caption, String text) {}

    /** A heading with an anchor. */
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

    /** Adds a sentence after a link to an anchor of this page, which {@link #heading} sets. */
    public Section note(Tone tone, String word, String anchor, String text) {
        parts.add(new Note(tone, word, anchor, text));
        return this;
    }

    /** Adds a heading with an anchor, unique on the page: lower-case letters, digits and hyphens. */
    public Section heading(String anchor, String text) {
        parts.add(new Heading(anchor, text));
        return this;
    }

    /** Adds lines for copying: a command, a part of a configuration. A click selects them all. */
    public Section code(String caption, String text) {
        parts.add(new Code(caption, text));
        return this;
    }

    /** Adds a stack; consecutive stacks stand side by side where there is room. */
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
