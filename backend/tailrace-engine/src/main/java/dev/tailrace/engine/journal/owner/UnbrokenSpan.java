package dev.tailrace.engine.journal.owner;

/**
 * Measures how long a condition has held at every look of a close series: two looks with hours between them prove nothing about the time in
 * between. Single-threaded.
 */
public final class UnbrokenSpan {
    /** The longest time between two looks. Drainers look every 100 ms, candidates every 20 ms. */
    private static final long GAP_NANOS = 300_000_000L;

    private final long wantedNanos;
    private boolean begun;
    private long since;
    private long lastLook;

    /** @param wantedNanos the required duration, in nanoseconds */
    public UnbrokenSpan(long wantedNanos) {
        this.wantedNanos = wantedNanos;
    }

    /** Notes that the condition holds; returns whether it has held long enough. */
    public boolean isLong(long nanoTime) {
        if (!begun || nanoTime - lastLook > GAP_NANOS) {
            begun = true;
            since = nanoTime;
        }
        lastLook = nanoTime;
        return nanoTime - since >= wantedNanos;
    }

    /** Notes that the condition doesn't hold. */
    public void end() {
        begun = false;
    }
}
