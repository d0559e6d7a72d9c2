package dev.tailrace.engine.journal.owner;

import java.util.List;

/**
 * Summaries of what limits of one process held back.
 *
 * @param ownerId of the process; 0: this one, in private memory
 * @param summaries one for each line, at most {@value #MOST}
 * @param words what has been reported once the lines are written, for {@link LimitPage#reported}: a slot in the upper 16 bits, its sum in
 *     the lower 48; 0: unused
 * @param damaged whether some of what the file says can't be, and is left out
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record LimitReport(long ownerId, List<Summary> summaries, long[] words, boolean damaged) {
    /** Summaries in one report. */
    public static final int MOST = 8;

    /**
     * One line.
     *
     * @param level SLF4J's code
     * @param logger whose events were held back
     * @param text what was held back, as it stands in the line; may have control characters
     * @param count of the events, at least 1
     * @param firstNanos the earliest of the events, nanoseconds since 1970; 0 unknown
     * @param lastNanos the latest; 0 unknown
     * @param spanNanos how long they were counted
     */
    public record Summary(
            int level, String logger, String text, long count, long firstNanos, long lastNanos, long spanNanos) {}
}
