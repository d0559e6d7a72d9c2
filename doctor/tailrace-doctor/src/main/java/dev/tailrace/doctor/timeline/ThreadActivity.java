package dev.tailrace.doctor.timeline;

/** The activity of a thread at a moment. */
public enum ThreadActivity {
    /** A thread of the JVM itself: nothing is known of it. */
    JVM,
    /** Waits for work. */
    IDLE,
    RUNNING,
    /** Wants to log, and can't go on. */
    WAITS_TO_LOG,
    /** Waits for a lock that is not logging's. */
    WAITS_FOR_LOCK,
    /** Waits for a database, another service, the name service. */
    WAITS_OUTSIDE,
    /** Waits for something that is not known here. */
    WAITS
}
