package dev.tailrace.report;

/** Writes a {@link Page} as HTML. */
final class HtmlWriter {
    private HtmlWriter() {}

    static String write(Page page) {
        return "<!doctype html><title>" + page.title() + "</title>\n";
    }
}
