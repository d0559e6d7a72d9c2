package dev.tailrace.doctor.signatures;

/** The meaning of a call on a stack. */
public enum Kind {
    /** How a thread waits. It says nothing of what for: that is said by the calls around it. */
    WAIT,
    /** Waits for work, a connection, a moment; there is nothing wrong with it. */
    IDLE,
    /** Does nothing, but with all of a processor. */
    SPIN,
    /** A server hands a request to the application. */
    REQUEST,
    /** A logging library's face to the application. */
    API,
    /** The thread that takes events out of an asynchronous appender's queue. */
    WORKER,
    /** Puts an event into a queue, or waits for a place in it. */
    QUEUE,
    /** Takes, or holds, a lock that all threads share that log to one place. */
    GUARD,
    /** Finishes a file and begins another. */
    ROLL,

    // Work, the strongest sign first: a thread that compresses also reads and writes files.
    COMPRESS,
    FILE_LOCK,
    MOVE,
    /** A connection begins with looking its name up. */
    DNS,
    MAIL,
    POOL,
    DATABASE,
    REMOTE,
    STDOUT,
    NETWORK,
    FILE,
    LOCATION,
    FORMAT;

    /** What a thread waits for that does it. */
    public String outside() {
        return switch (this) {
            case POOL -> "a connection from a pool";
            case DATABASE -> "a database";
            case DNS -> "the name service";
            case MAIL -> "a mail server";
            default -> "another service";
        };
    }

    /** Whether this kind is work that others may have to wait for. */
    public boolean isWork() {
        return compareTo(COMPRESS) >= 0;
    }
}
