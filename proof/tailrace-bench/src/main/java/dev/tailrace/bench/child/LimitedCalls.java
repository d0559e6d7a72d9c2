package dev.tailrace.bench.child;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class: compares a call of a limited logger with a call of an unlimited logger in one JVM. Loops of {@value #CALLS} calls take turns;
 * the median of each kind counts, which a busy machine hardly affects. The configuration limits {@code limited} far above the rate here,
 * and {@code held} far below. {@code -Dtailrace.config} names the configuration.
 */
public final class LimitedCalls {
    private static final int CALLS = 64;
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 40_000;
    private static final long PAUSE_NANOS = 100_000;

    private LimitedCalls() {}

    /** Prints nanoseconds per call: the median, and the first and the third quartile. */
    public static void main(String[] arguments) {
        Logger[] loggers = {
            LoggerFactory.getLogger("unlimited"), LoggerFactory.getLogger("limited"), LoggerFactory.getLogger("held")
        };
        long[][] nanos = new long[loggers.length][ROUNDS];
        long sequence = 0;
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int i = 0; i < loggers.length; i++) {
                // Each logger is the first of a round equally often.
                int which = Math.floorMod(i + round, loggers.length);
                Logger logger = loggers[which];
                long start = System.nanoTime();
                for (int call = 0; call < CALLS; call++) {
                    sequence++;
                    logger.info(
                            "order {} filled at {} qty {}",
                            sequence,
                            100 + (sequence % 9_000) / 8.0,
                            (int) (sequence % 5_000) + 1);
                }
                long took = System.nanoTime() - start;
                if (round >= 0) {
                    nanos[which][round] = took;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        for (int i = 0; i < loggers.length; i++) {
            Arrays.sort(nanos[i]);
            System.out.printf(
                    "%-10s %7.1f ns (%.1f to %.1f)%n",
                    loggers[i].getName(), at(nanos[i], 0.5), at(nanos[i], 0.25), at(nanos[i], 0.75));
        }
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) (sorted.length * share)] / (double) CALLS;
    }
}
