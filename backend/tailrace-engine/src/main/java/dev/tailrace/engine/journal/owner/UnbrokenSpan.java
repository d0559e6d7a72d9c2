package dev.tailrace.engine.journal.owner;

/**
 * How long something has been seen at every look, by looks that follow each other closely: two looks with hours between them say nothing
 * about the time in between. Single-threaded.
 */
public final class UnbrokenSpan {
    /** The longest time between two looks. Drainers look every 100 ms, candidates every 20 ms. */
    private static final long GAP_NANOS = 300_000_000L;

    private final long wantedNanos;
    private boolean begun;
    private long since;
    private long lastLook;

    /** @param wantedNanos how long is long enough */
    public UnbrokenSpan(long wantedNanos) {
        this.wantedNanos = wantedNanos;
    }

    /** It was seen; returns whether it has been for long enough. */
    public boolean isLong(long nanoTime) {
        if (!begun || nanoTime - lastLook > GAP_NANOS) {
            begun = true;
            since = nanoTime;
        }
        lastLook = nanoTime;
        return nanoTime - since >= wantedNanos;
    }

    /** It was not seen. */
    public void end() {
        begun = false;
    }
}
