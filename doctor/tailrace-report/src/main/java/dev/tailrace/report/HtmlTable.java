package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/** Writes a {@link Table} as HTML. */
final class HtmlTable {
    /** Longer texts are wrapped, in columns of text. */
    private static final int LONGEST_LINE = 30;

    private HtmlTable() {}

    static void write(Table table, StringBuilder out) {
        out.append("<div class=\"table\">\n");
        if (!table.title().isEmpty()) {
            out.append("<h3>").append(Html.escape(table.title())).append("</h3>\n");
        }
        // Focusable, so that a keyboard can scroll it too.
        // Several long texts side by side don't fit a phone: there, the cells of a row are stacked, each with its
        // column's name.
        boolean texts = hasLong(table);
        out.append("<div class=\"scroll\" tabindex=\"0\"><table class=\"")
                .append(texts ? "figures texts" : "figures")
                .append("\">\n<thead><tr>");
        List<Column> columns = table.columns();
        List<String> places = new ArrayList<>(columns.size());
        List<String> names = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String place = place(table, i);
            String name = Html.escape(columns.get(i).header());
            out.append("<th scope=\"col\" class=\"").append(place).append("\">");
            out.append(name).append("</th>");
            places.add(place);
            names.add(texts ? "\" data-column=\"" + name : "");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                boolean key = i < table.keyColumns();
                out.append(key ? "<th scope=\"row\" class=\"" : "<td class=\"").append(places.get(i));
                cell(row.get(i), columns.get(i).unit(), names.get(i), out);
                out.append(key ? "</th>" : "</td>");
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        for (String footnote : table.footnotes()) {
            out.append("<p class=\"footnote\">").append(Html.escape(footnote)).append("</p>\n");
        }
        out.append("</div>\n");
    }

    private static void cell(Cell cell, Unit unit, String column, StringBuilder out) {
        if (cell.tone() != Tone.PLAIN) {
            out.append(' ').append(HtmlWriter.css(cell.tone()));
        }
        String shown = NumberFormats.of(cell.value(), unit);
        if (unit == Unit.TEXT && shown.length() > LONGEST_LINE) {
            out.append(" long");
        }
        out.append(column).append("\">").append(Html.escape(shown));
    }

    private static boolean hasLong(Table table) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).unit() != Unit.TEXT) {
                continue;
            }
            for (List<Cell> row : table.rows()) {
                if (NumberFormats.of(row.get(i).value(), Unit.TEXT).length() > LONGEST_LINE) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String place(Table table, int column) {
        String text = table.columns().get(column).unit() == Unit.TEXT ? "text" : "figure";
        return column == 0 && table.keyColumns() > 0 ? "first " + text : text;
    }
}
