package dev.tailrace.engine.drain;

/**
 * Counts failures in a row and computes the pause after each: first the given time, then twice as long each time up to another, so that
 * hopeless attempts don't take a CPU. Single-threaded.
 */
final class Failures {
    static final int TOO_MANY = 5;

    private static final int MOST_DOUBLINGS = 10;

    private final long firstPauseMillis;
    private final long longestPauseMillis;
    private int count;
    private long failedAt;
    private long pauseNanos;

    Failures(long firstPauseMillis, long longestPauseMillis) {
        this.firstPauseMillis = firstPauseMillis;
        this.longestPauseMillis = longestPauseMillis;
    }

    void count(long now) {
        failedAt = now;
        pauseNanos = 1_000_000 * Math.min(firstPauseMillis << Math.min(count, MOST_DOUBLINGS), longestPauseMillis);
        count++;
    }

    /** The attempt succeeded. */
    void clear() {
        count = 0;
    }

    boolean any() {
        return count != 0;
    }

    /** Whether the last counted failure is the {@value #TOO_MANY}th in a row, or a multiple of that. */
    boolean isTooMany() {
        return count % TOO_MANY == 0;
    }

    /** Whether the next attempt has to wait. An urgent attempt doesn't wait for a long pause. */
    boolean isPausing(long now, boolean urgent) {
        return count != 0 && now - failedAt < (urgent ? firstPauseMillis * 1_000_000 : pauseNanos);
    }
}
