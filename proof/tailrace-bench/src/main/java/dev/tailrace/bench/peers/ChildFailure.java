package dev.tailrace.bench.peers;

/** A child JVM that crashed, hung or did not do its task. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public ChildFailure(String reason) {
        super(reason);
    }
}
