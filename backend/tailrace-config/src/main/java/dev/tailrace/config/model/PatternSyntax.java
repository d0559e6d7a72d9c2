package dev.tailrace.config.model;

/** The language that the pattern of an appender is written in. */
public enum PatternSyntax {
    LOGBACK,
    LOG4J,
    /** No pattern but a JSON template: each event is one line of JSON. */
    JSON,
    /**
     * A structured format of Spring Boot's that a class of the application's writes: the format's name, a line feed, and the JSON template
     * of what is written where that class can't be asked.
     */
    STRUCTURED
}
