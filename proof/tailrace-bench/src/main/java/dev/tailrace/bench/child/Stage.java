package dev.tailrace.bench.child;

/** The points where processes that log to the same file wait for each other. */
public enum Stage {
    /** All threads have started; nothing has been logged. */
    READY,
    /** All paced events are logged. */
    PACED,
    /** All warm-up lines for full speed are logged. */
    WARM,
    /** Everything is logged; the backend still runs. */
    DONE
}
