package dev.tailrace.report;

import java.util.Locale;

/** Writes a {@link Stack} as HTML. */
final class HtmlStack {
    private HtmlStack() {}

    static void write(Stack stack, StringBuilder out) {
        out.append("<figure class=\"stack ").append(HtmlWriter.css(stack.tone)).append("\">\n<h3>");
        out.append(Html.escape(stack.title)).append("</h3>\n");
        HtmlWriter.caption(stack.caption, out);
        // Focusable, so that a keyboard can scroll it too.
        out.append("<ol tabindex=\"0\">\n");
        for (Stack.Line each : stack.lines) {
            boolean logging = each.part() == FlameGraph.Part.LOGGING;
            out.append("<li class=\"")
                    .append(each.part().name().toLowerCase(Locale.ROOT))
                    .append("\">");
            // Marked by a word, not by colour alone; the word precedes the call, which may be cut off.
            out.append("<em>").append(logging ? "logging" : "").append("</em>");
            out.append("<code>").append(Html.escape(each.text())).append("</code></li>\n");
        }
        if (stack.left > 0) {
            out.append("<li class=\"left\">")
                    .append(NumberFormats.count(stack.left))
                    .append(" more</li>\n");
        }
        out.append("</ol>\n</figure>\n");
    }
}
