package dev.tailrace.junit.baseline;

/**
 * How much worse a figure may get before it is reported.
 *
 * @param share allowed increase as a share of the baseline's count: 0.1 is ten percent; an increase below one is none
 * @param timeFactor how many times as long a test may take, in calibration loops; 0: time is not compared
 * @param timeFloorNanos an increase of the time up to this many nanoseconds is always allowed
 */
public record Tolerance(double share, double timeFactor, long timeFloorNanos) {
    /** Ten percent more, and ten times as long if that is a second more: a busy machine can be that slow. */
    public static final Tolerance DEFAULT = new Tolerance(0.1, 10, 1_000_000_000L);

    /** Whether this time may be over the tolerance; if not, the machine's speed needn't be measured. */
    public boolean mayBeTooLong(long nanos) {
        return timeFactor != 0 && nanos > timeFloorNanos;
    }

    double allowed(Kpi kpi, double before, long calibration) {
        if (kpi != Kpi.TIME) {
            return Math.floor(before * (1 + share) + 1e-9);
        }
        return timeFactor == 0
                ? Double.POSITIVE_INFINITY
                : Math.max(before * timeFactor, before + (double) timeFloorNanos / Math.max(1, calibration));
    }
}
