package dev.tailrace.report;

import java.util.List;

/** Writes a {@link Table} as HTML. */
final class HtmlTable {
    /** What is longer is broken into lines, in columns of text. */
    private static final int LONGEST_LINE = 60;

    private HtmlTable() {}

    static void write(Table table, StringBuilder out) {
        out.append("<div class=\"table\">\n");
        if (!table.title().isEmpty()) {
            out.append("<h3>").append(Html.escape(table.title())).append("</h3>\n");
        }
        // Focusable, so that a keyboard can scroll it too.
        out.append("<div class=\"scroll\" tabindex=\"0\"><table class=\"figures\">\n<thead><tr>");
        List<Column> columns = table.columns();
        for (int i = 0; i < columns.size(); i++) {
            out.append("<th scope=\"col\" class=\"").append(place(table, i)).append("\">");
            out.append(Html.escape(columns.get(i).header())).append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cell(table, row.get(i), i, out);
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        for (String footnote : table.footnotes()) {
            out.append("<p class=\"footnote\">").append(Html.escape(footnote)).append("</p>\n");
        }
        out.append("</div>\n");
    }

    private static void cell(Table table, Cell cell, int column, StringBuilder out) {
        boolean key = column < table.keyColumns();
        out.append(key ? "<th scope=\"row\" class=\"" : "<td class=\"").append(place(table, column));
        if (cell.tone() != Tone.PLAIN) {
            out.append(' ').append(HtmlWriter.css(cell.tone()));
        }
        Unit unit = table.columns().get(column).unit();
        String shown = Figures.of(cell.value(), unit);
        if (unit == Unit.TEXT && shown.length() > LONGEST_LINE) {
            out.append(" long");
        }
        out.append("\">").append(Html.escape(shown));
        out.append(key ? "</th>" : "</td>");
    }

    private static String place(Table table, int column) {
        String text = table.columns().get(column).unit() == Unit.TEXT ? "text" : "figure";
        return column == 0 && table.keyColumns() > 0 ? "first " + text : text;
    }
}
