package dev.tailrace.report;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Writes a {@link FlameGraph} as HTML: boxes in boxes, whose widths are shares of those around them. */
final class HtmlFlame {
    /** Narrower boxes are left out: they are invisible, and there may be thousands. */
    private static final double NARROWEST = 0.004;

    private static final int DEEPEST = 120;

    private final StringBuilder out;
    private final double all;
    private final Set<FlameGraph.Part> parts = EnumSet.noneOf(FlameGraph.Part.class);

    private HtmlFlame(StringBuilder out, double all) {
        this.out = out;
        this.all = all;
    }

    static void write(FlameGraph graph, StringBuilder out) {
        HtmlWriter.caption(graph.caption, out);
        HtmlFlame writer = new HtmlFlame(out, Math.max(graph.root.weight, Double.MIN_NORMAL));
        int legend = out.length();
        out.append("<div class=\"flame\" role=\"group\" aria-label=\"")
                .append(Html.escape(graph.title()))
                .append("\">");
        writer.node(graph.root, graph.root.weight, 0);
        out.append("</div>\n<p class=\"caption chosen\" aria-live=\"polite\"></p>\n");
        out.insert(legend, writer.legend());
    }

    private void node(FlameGraph.Node node, double around, int depth) {
        String style = depth == 0 ? "all" : node.call.part().name().toLowerCase(Locale.ROOT);
        if (depth > 0) {
            parts.add(node.call.part());
        }
        String width = String.format(Locale.ROOT, "%.2f", around > 0 ? node.weight * 100 / around : 100);
        out.append("<div class=\"box\" style=\"width:").append(width).append("%\"><span class=\"");
        out.append(style).append("\" title=\"").append(Html.escape(words(node))).append("\">");
        out.append(Html.escape(node.call.label())).append("</span>");
        if (depth < DEEPEST && node.below().stream().anyMatch(this::isWide)) {
            out.append("<div class=\"below\">");
            node.below().stream().filter(this::isWide).forEach(each -> node(each, node.weight, depth + 1));
            out.append("</div>");
        }
        out.append("</div>");
    }

    private String words(FlameGraph.Node node) {
        return node.call.name() + ": " + NumberFormats.count(Math.round(node.weight)) + ", "
                + NumberFormats.percent(node.weight / all);
    }

    private boolean isWide(FlameGraph.Node node) {
        return node.weight >= all * NARROWEST;
    }

    private String legend() {
        StringBuilder legend = new StringBuilder("<p class=\"caption legend\">");
        for (FlameGraph.Part each : parts) {
            legend.append("<span class=\"")
                    .append(each.name().toLowerCase(Locale.ROOT))
                    .append("\"></span>");
            legend.append(each.words()).append(' ');
        }
        return legend.append("</p>\n").toString();
    }
}
