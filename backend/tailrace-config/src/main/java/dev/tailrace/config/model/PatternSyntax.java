package dev.tailrace.config.model;

/** Whose language the pattern of an appender is written in. */
public enum PatternSyntax {
    LOGBACK,
    LOG4J,
    /** No pattern but a JSON template: each event is one line of JSON. */
    JSON
}
