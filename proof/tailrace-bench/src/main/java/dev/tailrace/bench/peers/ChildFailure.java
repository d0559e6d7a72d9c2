package dev.tailrace.bench.peers;

/** A child JVM that crashed, hung or did not do its task. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param message what happened, with the child's last words */
    public ChildFailure(String message) {
        super(message);
        reason = message;
    }

    /** What happened, with the child's last words. */
    public String reason() {
        return reason;
    }
}
