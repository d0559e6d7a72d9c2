package dev.tailrace.engine.drain;

/**
 * What a caller does when the lanes are full and may not grow: it waits at most {@code maxWaitNanos}, but drops levels below {@code
 * waitFromLevel} at once. While lanes may grow, or lines may be moved to disk, all levels wait for at most this time.
 *
 * @param waitFromLevel a level code; {@link Integer#MIN_VALUE}: all levels wait, {@link Integer#MAX_VALUE}: none waits
 */
public record Overflow(int waitFromLevel, long maxWaitNanos) {
    long patienceNanos(int level) {
        return level >= waitFromLevel ? maxWaitNanos : 0;
    }
}
