package dev.tailrace.engine.drain;

/**
 * How often in a row the step of a drainer failed, and until when it pauses: from {@value #FIRST_PAUSE_MILLIS} ms to {@value
 * #LONGEST_PAUSE_MILLIS} ms, so that what can't go well doesn't take a CPU. Single-threaded.
 */
final class Failures {
    static final long FIRST_PAUSE_MILLIS = 10;
    static final long LONGEST_PAUSE_MILLIS = 5_000;
    /** After some 150 ms; and with each further as many. */
    static final int TOO_MANY = 5;

    private static final int MOST_DOUBLINGS = 10;

    private int count;
    private long failedAt;
    private long pauseNanos;

    /** Counts one more; whether there were too many since it last went well, or since this was last said. */
    boolean isTooMany(long now) {
        failedAt = now;
        pauseNanos = 1_000_000 * Math.min(FIRST_PAUSE_MILLIS << Math.min(count, MOST_DOUBLINGS), LONGEST_PAUSE_MILLIS);
        count++;
        return count % TOO_MANY == 0;
    }

    /** Whether it is too early for the next attempt. Where it is urgent, there is no time for a long pause. */
    boolean isPausing(long now, boolean urgent) {
        return now - failedAt < (urgent ? FIRST_PAUSE_MILLIS * 1_000_000 : pauseNanos);
    }
}
