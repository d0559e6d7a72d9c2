package dev.tailrace.config;

/** A filter of an appender. */
public sealed interface FilterConfig {
    /** Denies what is below the level. */
    record ThresholdFilter(Threshold level) implements FilterConfig {}

    /** Replies differently for one level and for the others. */
    record LevelFilter(Threshold level, Reply onMatch, Reply onMismatch) implements FilterConfig {}

    /** What a filter says: ACCEPT ends the chain with yes, DENY with no, NEUTRAL asks the next filter. */
    enum Reply {
        ACCEPT,
        NEUTRAL,
        DENY
    }
}
