package dev.tailrace.junit.baseline;

/**
 * How fast this machine is: the shortest of some runs of one loop that does nothing but count. A test's time divided by it says the same on
 * a fast machine and on a slow one, roughly; that is why times are only compared by a large factor.
 */
public final class Calibration {
    private static final int LOOPS = 1 << 19;
    private static final int RUNS = 7;

    /** Where the loop's result goes, so that the loop can't be left out. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long result;

    private static long nanos;

    private Calibration() {}

    /** Nanoseconds of the loop if it has been measured, else 0. */
    public static synchronized long known() {
        return nanos;
    }

    /** Nanoseconds of the loop, measured once in a JVM, when it is first asked for: some milliseconds of work. */
    public static synchronized long nanos() {
        if (nanos == 0) {
            long shortest = Long.MAX_VALUE;
            for (int run = 0; run < RUNS; run++) {
                long start = System.nanoTime();
                result = loop(start | 1);
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
            nanos = Math.max(1, shortest);
        }
        return nanos;
    }

    private static long loop(long seed) {
        long x = seed;
        for (int i = 0; i < LOOPS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
