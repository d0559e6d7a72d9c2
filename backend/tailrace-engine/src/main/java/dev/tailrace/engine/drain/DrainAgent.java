package dev.tailrace.engine.drain;

import java.io.IOException;

/** A unit of work that a drain thread steps. Used by that thread only, but for {@link #destination}. */
public interface DrainAgent {
    Destination destination();

    /**
     * Moves waiting lines to the sink; returns the number of bytes moved. {@code urgent}: lines don't wait for other lanes' earlier lines.
     */
    long doWork(boolean urgent);

    /** Whether lines wait only for their window: the loop should come back soon. */
    boolean isHolding();

    /** Whether the last step left lines behind: then the next step should follow at once. */
    boolean hasMore();

    /** The smallest ring of the lanes, in bytes. */
    int smallestCapacity();

    /** How long the thread may sleep between two steps at most, in nanoseconds. */
    long longestSleepNanos();

    /** Whether closing now would leave no work undone, such as a rolled file that isn't compressed yet. */
    boolean isFinished();

    /**
     * Called when steps failed several times in a row, this time with {@code error}, and not because a file could not be written: the agent
     * should leave its work for a while to other processes that can do it. The thread goes on stepping the agent.
     */
    default void giveUp(Throwable error) {}

    /** Leaves the work to other processes for now, because no thread of this one does it. */
    default void rest() {}

    /**
     * Asks the agent, at the end of the JVM, to remove what it made for other processes as soon as nothing waits. Later lines are written
     * all the same. For any thread.
     */
    default void leave() {}

    /** Whether the last {@link #leave} has been answered. For any thread. */
    default boolean hasLeft() {
        return true;
    }

    /** Whether lines of processes that have ended wait, which this one drains. For any thread; up to date every 50 ms. */
    default boolean hasInherited() {
        return false;
    }

    /** Shows other processes that this one lives. Called about once a second by another thread, which may be held up by a slow disk. */
    default void beat() {}

    /** Releases everything that the agent holds. Only after the end of its thread. */
    void close() throws IOException;
}
