package dev.tailrace.bench.child;

/** Where processes that log into the same file wait for each other. */
public enum Stage {
    /** All threads are there; nothing has been logged. */
    READY,
    /** All paced events are logged. */
    PACED,
    /** All lines to warm up for logging flat out are logged. */
    WARM,
    /** Everything is logged; the backend still runs. */
    DONE
}
