package dev.tailrace.layout.event;

/** How an event with several lines is written. */
public enum Multiline {
    /** Lines are written unchanged. */
    KEEP,
    /** Each line of an event but its first begins with {@code "  | "}. */
    INDENT,
    /** An event is one line: line ends inside it are written as {@code
     * } and {@code \r}. */
    ESCAPE
}
