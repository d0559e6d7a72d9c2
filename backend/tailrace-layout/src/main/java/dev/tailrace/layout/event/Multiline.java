package dev.tailrace.layout.event;

/** How the lines of an event that has several are written. */
public enum Multiline {
    /** As they are. */
    KEEP,
    /** Each line of an event but its first begins with {@code "  | "}. */
    INDENT,
    /** An event is one line: the line ends inside are shown as {@code \n} and {@code \r}. */
    ESCAPE
}
