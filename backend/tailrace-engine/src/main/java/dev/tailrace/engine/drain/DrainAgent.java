package dev.tailrace.engine.drain;

import java.io.IOException;

/** What a drain thread steps. Used by that thread only, but for {@link #destination}. */
public interface DrainAgent {
    Destination destination();

    /**
     * Moves what is there to the sink; returns the number of bytes moved. {@code urgent}: lines don't wait for others that may be
     * earlier.
     */
    long doWork(boolean urgent);

    /** Whether lines wait only for their window: the loop should come back soon. */
    boolean isHolding();

    /** Whether the last step ended although there were more lines: then the next should follow at once. */
    boolean hasMore();

    /** The smallest ring of the lanes, in bytes. */
    int smallestCapacity();

    /** How long the thread may sleep between two steps at most, in nanoseconds. */
    long longestSleepNanos();

    /** Whether nothing would be left lying, such as a rolled file that isn't compressed yet, if it were closed now. */
    boolean isFinished();

    /**
     * Its steps failed several times in a row, this time with {@code error}, and not because a file could not be written: what others
     * could do in its place should be left to them for a while. It is stepped again all the same.
     */
    default void giveUp(Throwable error) {}

    /** Gives everything up that it holds. Only after the end of its thread. */
    void close() throws IOException;
}
