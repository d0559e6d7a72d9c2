package dev.tailrace.bench.peers;

/** A child JVM that crashed, hung or did not do its task. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param message the failure, with the end of the child's output */
    public ChildFailure(String message) {
        super(message);
        reason = message;
    }

    /** The failure, with the end of the child's output. */
    public String reason() {
        return reason;
    }
}
