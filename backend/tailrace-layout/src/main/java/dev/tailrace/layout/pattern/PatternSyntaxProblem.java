package dev.tailrace.layout.pattern;

/** The pattern can't be parsed any further. Never leaves this package. */
public final class PatternSyntaxProblem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int column;

    PatternSyntaxProblem(int column, String message) {
        super(message);
        this.column = column;
    }

    public int column() {
        return column;
    }
}
