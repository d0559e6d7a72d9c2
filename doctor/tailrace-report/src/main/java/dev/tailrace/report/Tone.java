package dev.tailrace.report;

/** The importance of a cell or a note, so that a reader sees the worst fact of a page first. */
public enum Tone {
    /** Nothing special. */
    PLAIN,
    /** As it should be. */
    GOOD,
    /** Worth a look. */
    WARN,
    /** An important problem: a loss, a stall, a missed target. */
    BAD,
    /** Background information. */
    FAINT
}
