package dev.tailrace.testkit.terminal;

import dev.tailrace.report.Cell;
import dev.tailrace.report.NumberFormats;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A {@link Table} in columns of text. A table that is too wide becomes several tables, each with the key columns. Bad values have an
 * exclamation mark, for readers without colour.
 */
final class TextTable {
    private static final String GAP = "  ";

    private final Table table;
    private final int width;
    private final BiFunction<Tone, String, String> paint;
    private final List<List<String>> texts = new ArrayList<>();
    private final int[] widths;
    private final boolean[] marked;

    private TextTable(Table table, int width, BiFunction<Tone, String, String> paint) {
        this.table = table;
        this.width = width;
        this.paint = paint;
        int columns = table.columns().size();
        this.widths = new int[columns];
        this.marked = new boolean[columns];
        measure();
    }

    /**
     * The lines of the table without its title and footnotes.
     *
     * @param width the most columns a line may have
     * @param paint colours a padded text
     */
    static List<String> lines(Table table, int width, BiFunction<Tone, String, String> paint) {
        return new TextTable(table, width, paint).lines();
    }

    private void measure() {
        for (List<Cell> row : table.rows()) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                String text = TextLayout.safe(
                        NumberFormats.of(cell.value(), table.columns().get(i).unit()));
                line.add(text);
                marked[i] |= cell.tone() == Tone.BAD;
                widths[i] = Math.max(widths[i], TextLayout.width(text));
            }
            texts.add(line);
        }
        for (int i = 0; i < widths.length; i++) {
            int word = TextLayout.longestWord(table.columns().get(i).header());
            int room = Math.max(1, width - (marked[i] ? 1 : 0));
            widths[i] = Math.min(room, Math.max(widths[i], word));
        }
        // Key columns share half of the width at most, so that there is room for a figure beside them.
        int keys = table.keyColumns();
        int most = Math.max(4, keys == 0 ? width : (width / 2) / keys - GAP.length() - 1);
        for (int i = 0; i < keys && keys < widths.length; i++) {
            int sum = 0;
            for (int k = 0; k < keys; k++) {
                sum += total(k);
            }
            if (sum > width / 2) {
                widths[i] = Math.min(widths[i], most);
            }
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        int keyWidth = 0;
        for (int i = 0; i < table.keyColumns(); i++) {
            keys.add(i);
            keyWidth += total(i);
        }
        List<Integer> part = new ArrayList<>(keys);
        int used = keyWidth;
        for (int i = keys.size(); i < widths.length; i++) {
            if (used + total(i) - GAP.length() > width && part.size() > keys.size()) {
                part(part, lines);
                lines.add("");
                part = new ArrayList<>(keys);
                used = keyWidth;
            }
            int room = width - used + GAP.length() - total(i);
            if (room < 0) {
                widths[i] = Math.max(1, widths[i] + room);
            }
            part.add(i);
            used += total(i);
        }
        part(part, lines);
        return lines;
    }

    private int total(int column) {
        return widths[column] + (marked[column] ? 1 : 0) + GAP.length();
    }

    private void part(List<Integer> columns, List<String> lines) {
        if (columns.isEmpty()) {
            return;
        }
        header(columns, lines);
        StringBuilder rule = new StringBuilder();
        for (int column : columns) {
            rule.append(rule.isEmpty() ? "" : GAP).append("─".repeat(total(column) - GAP.length()));
        }
        lines.add(paint.apply(Tone.FAINT, rule.toString()));
        for (int r = 0; r < texts.size(); r++) {
            StringBuilder line = new StringBuilder();
            for (int column : columns) {
                Cell cell = table.rows().get(r).get(column);
                String text = TextLayout.padded(
                        TextLayout.cut(texts.get(r).get(column), widths[column]), widths[column], right(column));
                String mark = !marked[column] ? "" : cell.tone() == Tone.BAD ? "!" : " ";
                line.append(line.isEmpty() ? "" : GAP).append(paint.apply(cell.tone(), text + mark));
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    private void header(List<Integer> columns, List<String> lines) {
        int height = 0;
        for (int column : columns) {
            height = Math.max(height, words(column).size());
        }
        for (int i = 0; i < height; i++) {
            StringBuilder line = new StringBuilder();
            for (int column : columns) {
                List<String> words = words(column);
                int at = i - (height - words.size());
                String text = TextLayout.padded(at < 0 ? "" : words.get(at), widths[column], right(column));
                line.append(line.isEmpty() ? "" : GAP).append(text).append(marked[column] ? " " : "");
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    private List<String> words(int column) {
        return TextLayout.wrap(table.columns().get(column).header(), widths[column]);
    }

    private boolean right(int column) {
        return table.columns().get(column).unit() != Unit.TEXT;
    }
}
