package dev.tailrace.destination;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of a rolled file besides its policy.
 *
 * @param interval how many periods of the pattern's date make one of the file, at least 1
 * @param modulate whether they end where their number in the next larger unit can be divided by {@code interval}: 6 hours at 6, 12, 18, 24
 * @param startSize a file of at least this size in bytes is rolled when it is opened at a start; −1: none is
 * @param schedule when the file is rolled, in place of the ends of periods; null: at those
 * @param datedByRoll whether a file of a pattern with a date is rolled for its size or at a start only, and has the date of that moment:
 *     the ends of the date's periods roll nothing
 * @param removals what is deleted after a roll
 * @param links the directory and name under which each file of the log, rolled or not, gets a number and a hard link before its first line
 *     is written; null: it gets none
 */
public record RollingOptions(
        int interval,
        boolean modulate,
        long startSize,
        @Nullable Schedule schedule,
        boolean datedByRoll,
        List<DeleteRule> removals,
        @Nullable String links) {
    /** Not set. */
    public static final RollingOptions NONE = new RollingOptions(1, false, -1, null, false, List.of());

    /** Options without links. */
    public RollingOptions(
            int interval,
            boolean modulate,
            long startSize,
            @Nullable Schedule schedule,
            boolean datedByRoll,
            List<DeleteRule> removals) {
        this(interval, modulate, startSize, schedule, datedByRoll, removals, null);
    }

    /**
     * Times at which to roll.
     *
     * @param moments the moments
     * @param evaluateAtStart whether a file that was last written before the latest of them is rolled at a start
     */
    public record Schedule(CronSchedule moments, boolean evaluateAtStart) {}

    /** These options, without a roll at a start. */
    public RollingOptions withoutStartSize() {
        return new RollingOptions(interval, modulate, -1, schedule, datedByRoll, removals, links);
    }

    /** These options, with links. */
    public RollingOptions withLinks(@Nullable String other) {
        return new RollingOptions(interval, modulate, startSize, schedule, datedByRoll, removals, other);
    }

    /** Copies the list. */
    public RollingOptions {
        removals = List.copyOf(removals);
    }
}
