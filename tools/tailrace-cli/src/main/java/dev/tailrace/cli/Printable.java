package dev.tailrace.cli;

import java.util.regex.Pattern;

/** Makes a user's input, or a file's content, fit to be shown on a terminal. */
final class Printable {
    private static final int COLUMNS = 80;
    private static final int INDENT = 2;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private Printable() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }

    /** A word for a shell, to be copied from the terminal. */
    static String shell(Object word) {
        String text = word.toString();
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** {@link #wrapped(String, int)} with two columns more than the text itself begins with. */
    static String wrapped(String text) {
        int begin = 0;
        while (begin < text.length() && text.charAt(begin) == ' ') {
            begin++;
        }
        return wrapped(text, begin + INDENT);
    }

    /** Broken at spaces so that lines have 80 columns at most, where words allow it; those after the first begin at {@code indent}. */
    static String wrapped(String text, int indent) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int column = 0;
        boolean first = true;
        boolean words = false;
        for (String word : text.split(" ", -1)) {
            if (words && column + 1 + word.length() > COLUMNS) {
                out.append(System.lineSeparator()).append(" ".repeat(indent));
                column = indent;
            } else if (!first) {
                out.append(' ');
                column++;
            }
            first = false;
            words |= !word.isEmpty();
            out.append(word);
            column += word.length();
        }
        return out.toString();
    }
}
