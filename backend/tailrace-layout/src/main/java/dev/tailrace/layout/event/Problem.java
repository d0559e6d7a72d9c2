package dev.tailrace.layout.event;

/** A part of a pattern that can't be used as written. {@code column} counts from 0 in the pattern. */
public record Problem(Kind kind, int column, String text) {
    public enum Kind {
        UNKNOWN_WORD,
        BAD_OPTION,
        SYNTAX,
        /** The pattern can't be used at all. */
        UNUSABLE
    }
}
