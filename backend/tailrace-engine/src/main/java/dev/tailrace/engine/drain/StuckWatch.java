package dev.tailrace.engine.drain;

/** Notices that a frame isn't committed for long, and says so once for each time. Single-threaded. */
final class StuckWatch {
    private static final long STUCK_NANOS = 10_000_000_000L;

    private boolean seen;
    /** When it was first seen. */
    private long since;

    private boolean told;

    /** Whether it is to be told now. {@code uncommitted}: whether lines wait behind such a frame, at {@code now}, and nothing moves. */
    boolean isDue(boolean uncommitted, long now) {
        if (!uncommitted) {
            seen = false;
            told = false;
        } else if (!seen) {
            seen = true;
            since = now;
        } else if (!told && now - since > STUCK_NANOS) {
            told = true;
            return true;
        }
        return false;
    }
}
