package dev.tailrace.bytes;

/**
 * The treatment of characters that could control a terminal or disguise a text: controls (C0, DEL and C1), the separators U+2028 and
 * U+2029, which many programs take for line ends, and marks that change the direction of writing (U+202A to U+202E and U+2066 to U+2069).
 * Escaped characters are shown as {@code \n}, {@code \r} or <code>&#92;u001b</code>. The marks U+200E and U+200F stay: right-to-left text
 * needs them, and they don't change the direction of other text.
 */
public enum ControlCharacters {
    /** All such characters stay. */
    KEPT,
    /** All but TAB are escaped. */
    ESCAPED,
    /** All but TAB, LF and CR are escaped: for text that may have lines, such as a message or a stack trace. */
    ESCAPED_EXCEPT_LINES,
    /** The same, but terminal colours (SGR, {@code ESC [ 31 m}) stay: for messages that go to a console. */
    ESCAPED_EXCEPT_LINES_AND_COLOURS;

    boolean keeps(char c) {
        if ((c >= 0x20 && c < 0x7f) || c == '\t' || this == KEPT) {
            return true;
        }
        if (c == '\n' || c == '\r') {
            return this != ESCAPED;
        }
        return c >= 0xa0 && !isSeparatorOrDirection(c);
    }

    /** Whether this is a line or paragraph separator, or turns the direction of writing. */
    public static boolean isSeparatorOrDirection(char c) {
        return c >= 0x2028 && (c <= 0x202e || (c >= 0x2066 && c <= 0x2069));
    }

    /**
     * The index after the colour that begins at {@code from} with an ESC; {@code from} if none does, or colours don't stay.
     */
    int endOfColour(CharSequence text, int from, int end) {
        if (this != ESCAPED_EXCEPT_LINES_AND_COLOURS || from + 1 >= end || text.charAt(from + 1) != '[') {
            return from;
        }
        int i = from + 2;
        while (i < end && isParameter(text.charAt(i))) {
            i++;
        }
        return i < end && text.charAt(i) == 'm' ? i + 1 : from;
    }

    private static boolean isParameter(char c) {
        return (c >= '0' && c <= '9') || c == ';';
    }
}
