package dev.tailrace.cli;

/** What somebody typed, or what stands in a file, fit to be shown on a terminal. */
final class Printable {
    private static final int COLUMNS = 80;
    private static final String INDENT = "  ";

    private Printable() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }

    /** Broken at spaces so that lines have 80 columns at most, where words allow it; those after the first are indented. */
    static String wrapped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > COLUMNS) {
                out.append(System.lineSeparator()).append(INDENT);
                column = INDENT.length();
            } else if (out.length() > 0) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        return out.toString();
    }
}
