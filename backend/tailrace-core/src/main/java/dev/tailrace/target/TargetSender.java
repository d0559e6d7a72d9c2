package dev.tailrace.target;

import dev.tailrace.destination.TargetFigures;
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
    TargetFigures figures();
}
