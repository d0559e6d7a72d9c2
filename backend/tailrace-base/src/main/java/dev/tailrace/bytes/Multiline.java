package dev.tailrace.bytes;

/** How a text with several lines is written. */
public enum Multiline {
    /** Lines are written unchanged. */
    KEEP,
    /** Each line but the first begins with {@code "  | "}. */
    INDENT,
    /** The text is one line: line ends inside it are written as {@code \n} and {@code \r}. */
    ESCAPE
}
