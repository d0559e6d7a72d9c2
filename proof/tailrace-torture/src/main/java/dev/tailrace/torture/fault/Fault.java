package dev.tailrace.torture.fault;

import java.io.IOException;

/** One way to hurt processes that log. Implementations may keep what they learned for the next run; for one thread. */
public interface Fault {
    /** A stable word or two. */
    String name();

    /** What is done, in a sentence. */
    String what();

    /** The share of the time it should get; 1 is usual. */
    default double share() {
        return 1;
    }

    /**
     * Does it once, or a few times on one log, and has every line looked for.
     *
     * @throws NotRunException when this machine or user can't
     */
    void run(Trial trial) throws IOException, InterruptedException, NotRunException;
}
