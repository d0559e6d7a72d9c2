package dev.tailrace.junit.baseline;

/**
 * How much worse a figure may get before it is reported.
 *
 * @param share of the count before, such as 0.1 for ten percent more; less than one more is none
 * @param timeFactor how many times as long a test may take, counted in calibration loops; 0: time is not compared
 * @param timeFloorNanos how much longer it may take in any case
 */
public record Tolerance(double share, double timeFactor, long timeFloorNanos) {
    /** Ten percent; ten times as long, if that is a second more: a busy machine is that slow at times. */
    public static final Tolerance DEFAULT = new Tolerance(0.1, 10, 1_000_000_000L);

    /** Whether a test that took so long may have taken too long; if not, there is no need to know how fast the machine is. */
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
