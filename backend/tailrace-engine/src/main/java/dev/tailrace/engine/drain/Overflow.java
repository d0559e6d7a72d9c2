package dev.tailrace.engine.drain;

/**
 * What a caller does when the lanes are full and may not grow: wait at most {@code maxWaitNanos}, except for levels below {@code
 * waitFromLevel}, which are dropped at once. While they may grow, or lines be moved to disk, all levels wait at most so long.
 *
 * @param waitFromLevel a level code; {@link Integer#MIN_VALUE}: all wait, {@link Integer#MAX_VALUE}: none does
 */
public record Overflow(int waitFromLevel, long maxWaitNanos) {
    long patienceNanos(int level) {
        return level >= waitFromLevel ? maxWaitNanos : 0;
    }
}
