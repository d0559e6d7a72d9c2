package dev.tailrace;

import dev.tailrace.layout.event.EventPool;

/** The events of this process, which are reused. Known to all that log; knows none of them. */
final class Events {
    /** Longer messages are cut while they are encoded, in bytes. */
    private static final int LONGEST_LINE = 1 << 24;

    static final EventPool POOL = new EventPool(LONGEST_LINE);

    private Events() {}
}
