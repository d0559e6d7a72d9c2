package dev.tailrace.junit.backend;

/** A logging backend that reports to a recorder what it logs. Thread-safe. */
public interface Backend {
    /** Its name and, if known, its version. */
    String name();

    /** Looks again where it has to listen, as a configuration may have been replaced since, and then waits as {@link #settle} does. */
    void attach();

    /** Returns when everything logged before has been reported, or after two seconds. */
    void settle();

    /** Why entries between two tests or in one were not counted, as was found out later; empty when that hasn't happened. */
    default String gap() {
        return "";
    }
}
