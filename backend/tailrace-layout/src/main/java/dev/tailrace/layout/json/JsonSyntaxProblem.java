package dev.tailrace.layout.json;

/** A text isn't valid JSON. {@link #column()} counts from 0. */
final class JsonSyntaxProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    JsonSyntaxProblem(int column, String message) {
        super(message);
        this.column = column;
    }

    int column() {
        return column;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
