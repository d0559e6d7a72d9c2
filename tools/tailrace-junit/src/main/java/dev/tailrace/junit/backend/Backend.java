package dev.tailrace.junit.backend;

/** A logging backend that reports its events to a recorder. Thread-safe. */
public interface Backend {
    /** The backend's name and, if known, its version. */
    String name();

    /** Listens to loggers that are new, as the configuration may have been replaced, and then waits as {@link #settle} does. */
    void attach();

    /** Returns when all earlier events have been reported, or after two seconds. */
    void settle();

    /** Why entries in or between tests were not counted, if that was found out later; empty when all were counted. */
    default String gap() {
        return "";
    }
}
