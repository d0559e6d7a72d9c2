package dev.tailrace.encode;

/** The pattern cannot be read any further. Never leaves this package. */
final class PatternSyntaxProblem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int column;

    PatternSyntaxProblem(int column, String message) {
        super(message);
        this.column = column;
    }

    int column() {
        return column;
    }
}
