package dev.tailrace.config;

/** Whose language the pattern of an appender is written in. */
public enum PatternSyntax {
    LOGBACK,
    LOG4J
}
