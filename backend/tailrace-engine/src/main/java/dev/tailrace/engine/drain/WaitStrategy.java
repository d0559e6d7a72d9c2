package dev.tailrace.engine.drain;

/** How a drain thread spends the time in which there is nothing to do. */
public enum WaitStrategy {
    /** Sleeps, adapted to how fast the lanes fill; no event wakes it. */
    SLEEP,
    /** Parks until an event wakes it. */
    PARK,
    /** Parks until an event wakes it as long as events are few, else sleeps a millisecond at most, and no event wakes it. */
    PROMPT,
    /** Gives the CPU to others that want it, else goes on. */
    YIELD,
    /** Keeps a CPU. */
    BUSYSPIN
}
