package dev.tailrace.torture.fault;

import java.io.IOException;

/**
 * A fault that is done to logging processes. May keep state for the next run; for one thread.
 *
 * @param name stable
 * @param what the fault in a sentence
 * @param share of the time; 1 is usual
 */
public record Fault(String name, String what, double share, Act act) {
    /** Does a fault once, or a few times on one log, and audits every line. */
    @FunctionalInterface
    public interface Act {
        /** Throws NotRunException if this machine or user can't do it. */
        void on(Trial trial) throws IOException, InterruptedException, NotRunException;
    }

    Fault(String name, String what, Act act) {
        this(name, what, 1, act);
    }
}
