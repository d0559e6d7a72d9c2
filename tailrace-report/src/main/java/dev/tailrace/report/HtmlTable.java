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
        // Long texts beside each other don't fit a phone: there the cells of a row stand below each other, each with
        // its column's name.
        boolean texts = table.rows().stream().anyMatch(row -> hasLong(table, row));
        out.append("<div class=\"scroll\" tabindex=\"0\"><table class=\"")
                .append(texts ? "figures texts" : "figures")
                .append("\">\n<thead><tr>");
        List<Column> columns = table.columns();
        for (int i = 0; i < columns.size(); i++) {
            out.append("<th scope=\"col\" class=\"").append(place(table, i)).append("\">");
            out.append(Html.escape(columns.get(i).header())).append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cell(table, row.get(i), i, texts, out);
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        for (String footnote : table.footnotes()) {
            out.append("<p class=\"footnote\">").append(Html.escape(footnote)).append("</p>\n");
        }
        out.append("</div>\n");
    }

    private static void cell(Table table, Cell cell, int column, boolean named, StringBuilder out) {
        boolean key = column < table.keyColumns();
        out.append(key ? "<th scope=\"row\" class=\"" : "<td class=\"").append(place(table, column));
        if (cell.tone() != Tone.PLAIN) {
            out.append(' ').append(HtmlWriter.css(cell.tone()));
        }
        Unit unit = table.columns().get(column).unit();
        String shown = Figures.of(cell.value(), unit);
        if (isLong(shown, unit)) {
            out.append(" long");
        }
        if (named) {
            out.append("\" data-column=\"")
                    .append(Html.escape(table.columns().get(column).header()));
        }
        out.append("\">").append(Html.escape(shown));
        out.append(key ? "</th>" : "</td>");
    }

    private static boolean hasLong(Table table, List<Cell> row) {
        for (int i = 0; i < row.size(); i++) {
            Unit unit = table.columns().get(i).unit();
            if (isLong(Figures.of(row.get(i).value(), unit), unit)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLong(String shown, Unit unit) {
        return unit == Unit.TEXT && shown.length() > LONGEST_LINE;
    }

    private static String place(Table table, int column) {
        String text = table.columns().get(column).unit() == Unit.TEXT ? "text" : "figure";
        return column == 0 && table.keyColumns() > 0 ? "first " + text : text;
    }
}
