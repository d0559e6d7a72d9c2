package dev.tailrace.target;

import dev.tailrace.layout.event.Encoder;

/** Sends what one appender has written. {@link #figures} is for any thread, the rest for one at a time. */
public interface TargetSender {
    /** Encodes the appender's events to records of the target. */
    Encoder encoder();

    /** Starts the sending thread. */
    void start();

    /**
     * Sends what is in the files by now, and stops.
     *
     * @param deadline the latest end, in {@link System#nanoTime}
     * @return the number of records that stay in the files; -1: another process sends them; -2: the files can't be read
     */
    long end(long deadline);

    /** The figures of the row, of all processes. */
    Figures figures();

    /**
     * Figures since the row was made.
     *
     * @param target its address, without secrets
     * @param acknowledged records that the target has taken
     * @param retried records that were sent again
     * @param dropped records that were given up: beyond the cap, or refused by the target
     * @param waitingBytes bytes in the files that aren't acknowledged yet
     */
    record Figures(String target, long acknowledged, long retried, long dropped, long waitingBytes) {}
}
