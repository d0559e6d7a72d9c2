package dev.tailrace.target;

import dev.tailrace.destination.TargetFigures;
import dev.tailrace.layout.event.Encoder;

/** Sends the records of one appender. {@link #figures} is thread-safe; the other methods are for one thread at a time. */
public interface TargetSender {
    /** Encodes the appender's events to records of the target. */
    Encoder encoder();

    /** Starts the sending thread. */
    void start();

    /**
     * Sends the records that are already in the files, and stops.
     *
     * @param deadline the latest end, in {@link System#nanoTime}
     * @return the number of records that stay in the files; -1: another process sends them; -2: the files can't be read
     */
    long end(long deadline);

    /** The figures of the row, of all processes. */
    TargetFigures figures();
}
