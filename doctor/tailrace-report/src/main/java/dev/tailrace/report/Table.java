package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of figures, the same for a terminal and a page ({@link Section#table(Table)}). Add the columns first, then the rows. Not
 * thread-safe.
 */
public final class Table {
    private final String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Cell>> rows = new ArrayList<>();
    private final List<String> footnotes = new ArrayList<>();
    private int keyColumns = 1;

    /** @param title printed above the table; may be empty */
    public Table(String title) {
        this.title = title;
    }

    /** Adds a column; all columns come before the first row. */
    public Table column(String header, Unit unit) {
        if (!rows.isEmpty()) {
            throw new IllegalStateException("column after the first row: " + header);
        }
        columns.add(new Column(header, unit));
        return this;
    }

    /**
     * Sets the number of columns that name a row. They are repeated where a narrow terminal needs a second table, and stay visible when a
     * page scrolls sideways. 1 by default.
     */
    public Table keyColumns(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("keyColumns=" + count + ", at least 0");
        }
        keyColumns = count;
        return this;
    }

    /**
     * Adds a row.
     *
     * @param values one for each column: a String, Number, Boolean or {@link Cell}; null means "not measured"
     * @throws IllegalArgumentException if the number of values isn't the number of columns
     */
    public Table row(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("cells=" + values.length + ", columns=" + columns.size());
        }
        List<Cell> row = new ArrayList<>(values.length);
        for (Object value : values) {
            row.add(Cell.of(value));
        }
        rows.add(List.copyOf(row));
        return this;
    }

    /** Adds a line below the table. */
    public Table footnote(String text) {
        footnotes.add(text);
        return this;
    }

    public String title() {
        return title;
    }

    public List<Column> columns() {
        return columns;
    }

    public List<List<Cell>> rows() {
        return rows;
    }

    public List<String> footnotes() {
        return footnotes;
    }

    public int keyColumns() {
        return Math.min(keyColumns, columns.size());
    }
}
