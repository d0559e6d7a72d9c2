package dev.tailrace.logging;

import dev.tailrace.layout.event.EventPool;

/** The pool of reused events of this process. All logging classes know it; it knows none of them. */
public final class Events {
    /** Longer messages are truncated while they are encoded; in bytes. */
    private static final int LONGEST_LINE = 1 << 24;

    public static final EventPool POOL = new EventPool(LONGEST_LINE);

    private Events() {}
}
