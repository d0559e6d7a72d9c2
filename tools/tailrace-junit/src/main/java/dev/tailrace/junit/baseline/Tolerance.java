package dev.tailrace.junit.baseline;

/**
 * How much worse a figure may get before it is reported.
 *
 * @param share allowed increase as a share of the baseline's count: 0.1 is ten percent; 0 allows no increase at all
 * @param timeFactor how many times as long a named method may take; 0: times are not compared
 * @param timeFloorNanos an increase of the time up to this many nanoseconds is always allowed
 */
public record Tolerance(double share, double timeFactor, long timeFloorNanos) {
    /** Ten percent more entries, and twice as long if that is 20 ms more. */
    public static final Tolerance DEFAULT = new Tolerance(0.1, 2, 20_000_000L);

    /** One more entry is no regression, nor are the bytes of its line. */
    private static final double MORE_ENTRIES = 1;

    private static final double MORE_BYTES = 500;
    private static final double ALLOCATION_FACTOR = 2;
    /** What a thread allocates in about a millisecond. */
    private static final double MORE_ALLOCATION = 1_000_000;

    /** @param slower how many times as slow this machine is as the baseline's */
    double allowed(Kpi kpi, double before, double slower) {
        return switch (kpi) {
            case ENTRIES, ROOT_ENTRIES -> count(before, MORE_ENTRIES);
            case BYTES -> count(before, MORE_BYTES);
            case EXCEPTIONS -> count(before, 0);
            case TIME -> Double.POSITIVE_INFINITY;
            case RESPONSE, CPU ->
                timeFactor == 0
                        ? Double.POSITIVE_INFINITY
                        : Math.max(before * slower * timeFactor, before * slower + timeFloorNanos);
            case ALLOCATED -> Math.max(before * ALLOCATION_FACTOR, before + MORE_ALLOCATION);
        };
    }

    private double count(double before, double more) {
        return Math.max(Math.floor(before * (1 + share) + 1e-9), before + (share == 0 ? 0 : more));
    }
}
