package dev.tailrace.probe;

/**
 * When the next thread dump is due: once a second, or less often when a dump costs so much that the budget would not last. Not
 * thread-safe.
 */
final class SamplingSchedule {
    /** Between two dumps, in seconds. */
    static final double SHORTEST = 1;

    /** A guess at the cost of the first dump, in seconds for each thread. */
    private static final double FIRST_GUESS = 0.00015;

    /** A dump can take longer than the last one, when the machine is busy. */
    private static final double SAFETY = 1.5;

    /** Fewer don't show what stands still: so many are taken whatever else has used up the budget, if it could pay them alone. */
    private static final int LEAST = 3;

    private final OverheadBudget overheadBudget;
    private final double end;
    private int taken;
    private double reserve;
    private double cost;

    /**
     * Until {@code end}.
     *
     * @param threads that the target has, about
     */
    SamplingSchedule(OverheadBudget overheadBudget, int threads, double end) {
        this.overheadBudget = overheadBudget;
        this.end = end;
        this.cost = Math.max(0.001, threads * FIRST_GUESS);
    }

    /** A dump cost so much. The dearer of late count, so that one good moment does not make doctor careless. */
    void dumped(double seconds) {
        taken++;
        cost = Math.max(seconds, cost * 0.8 + seconds * 0.2);
    }

    /** Leaves so much more for something else; negative: that is over. */
    void reserve(double seconds) {
        reserve += seconds;
    }

    /** Whether one more dump can be paid now. */
    boolean affords() {
        return isOwed() || overheadBudget.left() - reserve >= cost * SAFETY;
    }

    /** When the next one is due, in the seconds that {@code now} is in; infinite when none can be paid any more. */
    double next(double now) {
        double pause = overheadBudget.pause(cost, reserve + cost * (SAFETY - 1), Math.max(0, end - now), SHORTEST);
        return now
                + (Double.isInfinite(pause) && isOwed()
                        ? Math.max(SHORTEST, (end - now) / (LEAST + 1 - taken))
                        : pause);
    }

    private boolean isOwed() {
        return taken < LEAST && overheadBudget.allowed() >= LEAST * cost * SAFETY;
    }

    double cost() {
        return cost;
    }
}
