package dev.tailrace.junit;

/** The levels that a budget can limit. A backend's FATAL counts as ERROR, any other additional level as the next more severe one. */
public enum LogLevel {
    /** The finest. */
    TRACE,
    /** For debugging. */
    DEBUG,
    /** What normally happens. */
    INFO,
    /** Worth a look. */
    WARN,
    /** A failure. */
    ERROR
}
