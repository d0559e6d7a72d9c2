package dev.tailrace.engine.drain;

/**
 * How often in a row something failed, and until when it pauses: first as long as is said, twice as long each time, at most
 * {@value #LONGEST_PAUSE_MILLIS} ms, so that what can't go well doesn't take a CPU. Single-threaded.
 */
final class Failures {
    static final long LONGEST_PAUSE_MILLIS = 5_000;
    static final int TOO_MANY = 5;

    private static final int MOST_DOUBLINGS = 10;

    private final long firstPauseMillis;
    private int count;
    private long failedAt;
    private long pauseNanos;

    Failures(long firstPauseMillis) {
        this.firstPauseMillis = firstPauseMillis;
    }

    void count(long now) {
        failedAt = now;
        pauseNanos = 1_000_000 * Math.min(firstPauseMillis << Math.min(count, MOST_DOUBLINGS), LONGEST_PAUSE_MILLIS);
        count++;
    }

    /** It went well. */
    void clear() {
        count = 0;
    }

    boolean any() {
        return count != 0;
    }

    /** Whether the failure that was counted last is the {@value #TOO_MANY}th in a row, or that many after one that was. */
    boolean isTooMany() {
        return count % TOO_MANY == 0;
    }

    /** Whether it is too early for the next attempt. Where it is urgent, there is no time for a long pause. */
    boolean isPausing(long now, boolean urgent) {
        return count != 0 && now - failedAt < (urgent ? firstPauseMillis * 1_000_000 : pauseNanos);
    }
}
