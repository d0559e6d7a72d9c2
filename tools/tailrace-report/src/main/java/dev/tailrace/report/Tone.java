package dev.tailrace.report;

/** What a cell or a note says about itself, so that the worst fact on a page is seen first. */
public enum Tone {
    /** Nothing special. */
    PLAIN,
    /** As it should be. */
    GOOD,
    /** Worth a look. */
    WARN,
    /** What a user has to know: a loss, a stall, a missed target. */
    BAD,
    /** Background information. */
    FAINT
}
