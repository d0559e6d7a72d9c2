package dev.tailrace.torture.fault;

import java.io.IOException;

/** A fault that is done to logging processes. Implementations may keep state for the next run; for one thread. */
public interface Fault {
    /** The fault's stable name. */
    String name();

    /** The fault in a sentence. */
    String what();

    /** The fault's share of the time; 1 is usual. */
    default double share() {
        return 1;
    }

    /**
     * Does the fault once, or a few times on one log, and audits every line.
     *
     * @throws NotRunException if this machine or user can't do it
     */
    void run(Trial trial) throws IOException, InterruptedException, NotRunException;
}
