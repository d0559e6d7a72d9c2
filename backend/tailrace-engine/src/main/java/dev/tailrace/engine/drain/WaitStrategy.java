package dev.tailrace.engine.drain;

/** How a drain thread waits while there is nothing to do. */
public enum WaitStrategy {
    /** Sleeps, adapted to how fast the lanes fill; no event wakes it. */
    SLEEP,
    /** Parks until an event wakes it. */
    PARK,
    /** Parks until an event wakes it as long as events are few, else sleeps a millisecond at most, and no event wakes it. */
    PROMPT,
    /** Yields the CPU to other threads, else goes on. */
    YIELD,
    /** Spins, which keeps a CPU busy. */
    BUSYSPIN
}
