package dev.tailrace.engine.journal.owner;

import java.util.List;

/**
 * Summaries of the events that one process's limits held back.
 *
 * @param ownerId of the process; 0: this one, in private memory
 * @param summaries one for each line, at most {@value #MOST}
 * @param words the counts reported once the lines are written, for {@link LimitPage#reported}: a slot in the upper 16 bits, its sum in the
 *     lower 48; 0: unused
 * @param damaged whether some counts in the file are impossible and left out
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record LimitReport(long ownerId, List<Summary> summaries, long[] words, boolean damaged) {
    /** The most summaries in one report. */
    public static final int MOST = 8;

    /**
     * One line.
     *
     * @param level SLF4J's code
     * @param logger whose events were held back
     * @param text the held-back events in words, as in the line; may contain control characters
     * @param count of the events, at least 1
     * @param firstNanos the earliest of the events, nanoseconds since 1970; 0 unknown
     * @param lastNanos the latest; 0 unknown
     * @param spanNanos how long the events were counted, in nanoseconds
     */
    public record Summary(
            int level, String logger, String text, long count, long firstNanos, long lastNanos, long spanNanos) {}
}
