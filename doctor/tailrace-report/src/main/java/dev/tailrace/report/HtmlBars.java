package dev.tailrace.report;

/** Writes a {@link BarChart} as HTML. */
final class HtmlBars {
    private HtmlBars() {}

    static void write(BarChart chart, StringBuilder out) {
        HtmlWriter.caption(chart.caption, out);
        double high = 0;
        for (BarChart.Bar bar : chart.bars) {
            if (Double.isFinite(bar.value()) && bar.value() > 0) {
                high = Math.max(high, bar.value());
            }
        }
        out.append("<div class=\"bars\">\n");
        for (BarChart.Bar bar : chart.bars) {
            double share = share(bar.value(), high);
            out.append("<div class=\"row\"><span class=\"label\">").append(Html.escape(bar.label()));
            out.append("</span><span class=\"track\"><span class=\"fill ").append(HtmlWriter.css(bar.tone()));
            out.append("\" style=\"width:").append(percent(share)).append("%\">");
            out.append("</span></span><span class=\"value\">");
            out.append(Html.escape(NumberFormats.of(bar.value(), chart.unit))).append("</span></div>\n");
        }
        out.append("</div>\n");
    }

    /** A percentage with one decimal. */
    private static String percent(double share) {
        long tenths = Math.round(share * 1_000);
        return tenths / 10 + "." + tenths % 10;
    }

    /** The length of a bar as a share of its track, 0 to 1. */
    static double share(double value, double high) {
        if (!Double.isFinite(value) || value <= 0 || high <= 0) {
            return 0;
        }
        return Math.min(1, value / high);
    }
}
