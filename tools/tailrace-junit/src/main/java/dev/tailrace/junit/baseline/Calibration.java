package dev.tailrace.junit.baseline;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Measures the speed of this machine: the least CPU time of many runs of a loop that only counts. On a machine that is slower than that of the
 * baseline, named methods may take longer.
 */
final class Calibration {
    private static final int LOOPS = 1 << 19;
    /** More than the compiler needs until the loop is as fast as it gets, also while it compiles the tests. */
    private static final int RUNS = 40;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Takes the loop's result, so that the compiler can't remove the loop. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long result;

    private static long nanos;

    private Calibration() {}

    /** The loop's duration in nanoseconds. The first call in a JVM measures it, which takes some tens of milliseconds. */
    static synchronized long nanos() {
        if (nanos == 0) {
            long shortest = Long.MAX_VALUE;
            for (int run = 0; run < RUNS; run++) {
                long start = clock();
                result = loop(start | 1);
                shortest = Math.min(shortest, clock() - start);
            }
            nanos = Math.max(1, shortest);
        }
        return nanos;
    }

    private static long clock() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
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
