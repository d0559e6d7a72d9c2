package dev.tailrace.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One self-contained HTML page: it loads nothing from anywhere, follows the reader's light or dark setting, and fits a phone. All texts are
 * plain text and are escaped. Not thread-safe.
 */
public final class Page {
    private final String title;
    private final List<String> leads = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private @Nullable Summary summary;

    /** The box at the top. */
    record Summary(Tone tone, Section section) {}

    private Page(String title) {
        this.title = title;
    }

    /** An empty page. */
    public static Page titled(String title) {
        return new Page(title);
    }

    /** Adds a paragraph below the title: subject, place and method of the measurement. */
    public Page lead(String text) {
        leads.add(text);
        return this;
    }

    /** The box at the top, before the contents: the summary. Its title is its first line. */
    public Section summary(Tone tone, String headline) {
        Section section = new Section(headline);
        summary = new Summary(tone, section);
        return section;
    }

    /** Adds a section and returns it. */
    public Section section(String title) {
        Section section = new Section(title);
        sections.add(section);
        return section;
    }

    /** The whole page. */
    public String html() {
        return HtmlWriter.write(this);
    }

    /**
     * Writes the page in UTF-8.
     *
     * @param target a file name, or {@code -} for standard output
     * @throws IOException when it cannot be written; the message names the file
     */
    public void write(String target) throws IOException {
        Output.write(html(), target);
    }

    String title() {
        return title;
    }

    List<String> leads() {
        return leads;
    }

    @Nullable
    Summary summary() {
        return summary;
    }

    List<Section> sections() {
        return sections;
    }
}
