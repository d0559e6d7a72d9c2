package dev.tailrace.bytes;

/**
 * What happens to control characters (C0, DEL and C1) of a text. Escaped ones are shown as {@code \n}, {@code \r} or
 * <code>&#92;u001b</code>, so that text from outside can neither forge a line nor drive a terminal.
 */
public enum ControlCharacters {
    /** All stay as they are. */
    KEPT,
    /** All but TAB are escaped. */
    ESCAPED,
    /** All but TAB, LF and CR are escaped: for text that may have lines, such as a stack trace. */
    ESCAPED_EXCEPT_LINES;

    boolean keeps(char c) {
        if ((c >= 0x20 && (c < 0x7f || c >= 0xa0)) || c == '\t' || this == KEPT) {
            return true;
        }
        return this == ESCAPED_EXCEPT_LINES && (c == '\n' || c == '\r');
    }
}
