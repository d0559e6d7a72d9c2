package dev.tailrace.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a {@link Page} as HTML. One instance writes one page. */
final class HtmlWriter {
    private final StringBuilder out = new StringBuilder(128 * 1024);
    private final List<ChartData> charts = new ArrayList<>();
    private final ChartData.Colours colours = new ChartData.Colours();
    private boolean flames;

    private HtmlWriter() {}

    static String write(Page page) {
        return new HtmlWriter().page(page);
    }

    private String page(Page page) {
        String title = Html.escape(page.title());
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        // The page can't load anything: readers may open it without a network, or in a protected one.
        out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
                .append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(title)
                .append("</title>\n<style>\n")
                .append(resource("uPlot.min.css"))
                .append('\n')
                .append(resource("page.css"))
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n");
        for (String lead : page.leads()) {
            paragraph(lead);
        }
        Page.Summary summary = page.summary();
        if (summary != null) {
            out.append("<div class=\"summary ").append(css(summary.tone())).append("\">\n<h2>");
            out.append(Html.escape(summary.section().title())).append("</h2>\n");
            parts(summary.section());
            out.append("</div>\n");
        }
        contents(page.sections());
        for (int i = 0; i < page.sections().size(); i++) {
            section(page.sections().get(i), i + 1);
        }
        out.append("</main>\n");
        if (!charts.isEmpty()) {
            script();
        }
        if (flames) {
            out.append("<script>\n").append(resource("flame.js")).append("</script>\n");
        }
        return out.append("</body>\n</html>\n").toString();
    }

    private void contents(List<Section> sections) {
        if (sections.size() < 2) {
            return;
        }
        out.append("<nav aria-label=\"Contents\">");
        for (int i = 0; i < sections.size(); i++) {
            out.append("<a href=\"#s").append(i + 1).append("\">");
            out.append(Html.escape(sections.get(i).title())).append("</a>\n");
        }
        out.append("</nav>\n");
    }

    private void section(Section section, int number) {
        out.append("<section id=\"s").append(number).append("\">\n<h2>");
        out.append(Html.escape(section.title())).append("</h2>\n");
        parts(section);
        out.append("</section>\n");
    }

    private void parts(Section section) {
        List<Object> parts = section.parts();
        for (int i = 0; i < parts.size(); i++) {
            Object part = parts.get(i);
            if (part instanceof Section.Text text) {
                paragraph(text.text());
            } else if (part instanceof Section.Note note) {
                note(note);
            } else if (part instanceof Section.Heading heading) {
                out.append("<h3 id=\"").append(Html.escape(heading.anchor())).append("\">");
                out.append(Html.escape(heading.text())).append("</h3>\n");
            } else if (part instanceof Section.Code code) {
                code(code);
            } else if (part instanceof Stack) {
                i = stacks(parts, i);
            } else if (part instanceof Table table) {
                HtmlTable.write(table, out);
            } else {
                out.append("<div class=\"charts\">\n");
                chart((Chart) part);
                out.append("</div>\n");
            }
        }
    }

    private void note(Section.Note note) {
        out.append("<p class=\"note ").append(css(note.tone())).append("\">");
        if (!note.word().isEmpty()) {
            out.append("<a href=\"#").append(Html.escape(note.anchor())).append("\">");
            out.append(Html.escape(note.word())).append("</a> ");
        }
        out.append(Html.escape(note.text())).append("</p>\n");
    }

    private void code(Section.Code code) {
        out.append("<figure class=\"code\"><figcaption>").append(Html.escape(code.caption()));
        // Focusable, so that a keyboard can scroll it too.
        out.append("</figcaption><pre tabindex=\"0\">")
                .append(Html.escape(code.text()))
                .append("</pre></figure>\n");
    }

    /** Stacks that follow each other stand side by side. Returns the index of the last one. */
    private int stacks(List<Object> parts, int first) {
        int end = first;
        out.append("<div class=\"stacks\">\n");
        while (end < parts.size() && parts.get(end) instanceof Stack stack) {
            HtmlStack.write(stack, out);
            end++;
        }
        out.append("</div>\n");
        return end - 1;
    }

    private void chart(Chart chart) {
        out.append("<figure>\n<h3>").append(Html.escape(chart.title())).append("</h3>\n");
        if (chart instanceof BarChart bars) {
            HtmlBars.write(bars, out);
        } else if (chart instanceof FlameGraph flame) {
            HtmlFlame.write(flame, out);
            flames = true;
        } else if (chart instanceof LineChart lines) {
            caption(lines.caption, out);
            ChartData data = ChartData.of("chart" + (charts.size() + 1), lines, colours);
            charts.add(data);
            out.append("<div class=\"plot\" id=\"").append(data.id()).append("\" role=\"img\" aria-label=\"");
            out.append(Html.escape(lines.title())).append("\"><noscript>This chart is drawn by a script; ");
            out.append("scripts are switched off. The figures are in the tables.</noscript></div>\n");
        }
        out.append("</figure>\n");
    }

    private void script() {
        out.append("<!--\nuPlot 1.6.32\n").append(resource("uPlot.LICENSE")).append("\n-->\n<script>");
        out.append(resource("uPlot.iife.min.js")).append("</script>\n");
        out.append("<script type=\"application/json\" id=\"charts\">").append(Json.embedded(charts));
        out.append("</script>\n<script>\n").append(resource("page.js")).append("</script>\n");
    }

    private void paragraph(String text) {
        out.append("<p>").append(Html.escape(text)).append("</p>\n");
    }

    static void caption(String caption, StringBuilder out) {
        if (!caption.isEmpty()) {
            out.append("<p class=\"caption\">").append(Html.escape(caption)).append("</p>\n");
        }
    }

    static String css(Tone tone) {
        return tone.name().toLowerCase(Locale.ROOT);
    }

    private static String resource(String name) {
        try (InputStream in = HtmlWriter.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
