package dev.tailrace.engine.journal.owner;

import dev.tailrace.engine.journal.ring.FrameSearch;
import java.util.Map;

/**
 * The events that a process dropped since the last report.
 *
 * @param ownerId of the process; 0: this one, in private memory
 * @param firstNanos the earliest of the events, nanoseconds since 1970
 * @param lastNanos the latest
 * @param perLevel TRACE, DEBUG, INFO, WARN, ERROR
 * @param perLogger counts by name, only of loggers with any
 * @param damaged whether some counts in the file are impossible and left out
 * @param words the counts reported in all once this report is written, for {@link DropCounters#reported}
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record LossReport(
        long ownerId,
        long firstNanos,
        long lastNanos,
        long[] perLevel,
        Map<String, Long> perLogger,
        boolean damaged,
        long[] words) {
    /** Whether the times are known. */
    public boolean isTimed() {
        return firstNanos >= FrameSearch.EARLIEST && lastNanos <= FrameSearch.LATEST && firstNanos <= lastNanos;
    }

    public long total() {
        long sum = 0;
        for (long count : perLevel) {
            sum += count;
        }
        return sum;
    }
}
