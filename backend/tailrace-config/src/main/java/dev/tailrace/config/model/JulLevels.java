package dev.tailrace.config.model;

/** Which levels of ours loggers of {@code java.util.logging} get. */
public enum JulLevels {
    /** Nothing. */
    NONE,
    /** The levels that ours have of their own. */
    FOLLOW,
    /** The same, and all others lose theirs first, which may be from a logging.properties. */
    FOLLOW_ALONE
}
