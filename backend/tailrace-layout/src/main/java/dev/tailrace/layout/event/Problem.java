package dev.tailrace.layout.event;

/** Something in a pattern that is not understood. {@code column} counts from 0 in the pattern. */
public record Problem(Kind kind, int column, String text) {
    public enum Kind {
        UNKNOWN_WORD,
        BAD_OPTION,
        SYNTAX,
        /** Nothing can be written as it is asked for. */
        UNUSABLE
    }
}
