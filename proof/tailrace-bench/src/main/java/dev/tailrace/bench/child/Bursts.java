package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.slf4j.LoggerFactory;

/**
 * Main class: measures the standard line's log call in one thread, in bursts of 1,000 with a pause after each in which the writer catches
 * up. Every other burst is timed as a whole, with two clock readings; the others are timed call by call. The same loop on a logger that
 * does nothing shows the cost of clock readings. Full collections precede the measurement, so that pooled objects are old, as in a
 * long-running process.
 */
public final class Bursts {
    private static final int CALLS = 1_000;
    private static final int WARM_UP = 800;
    private static final int BURSTS = 1_000;
    private static final long PAUSE_NANOS = 2_000_000;

    private final Line.Voice voice = LineKind.ORDER.line().voice(LoggerFactory.getLogger(Line.LOGGER), 1, 1);
    private long sequence;

    private Bursts() {}

    /** Prints one line. No arguments. */
    public static void main(String[] arguments) {
        Thread.currentThread().setName(LineKind.threadName(1));
        new Bursts().run();
        // Backends may leave threads running.
        System.exit(0);
    }

    private void run() {
        double[] means = new double[BURSTS];
        Histogram calls = Latency.histogram();
        for (int i = 0; i < WARM_UP; i++) {
            whole();
            each(calls);
        }
        calls.reset();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        for (int i = 0; i < BURSTS; i++) {
            means[i] = whole();
            each(calls);
        }
        Arrays.sort(means);
        System.out.printf(
                Locale.ROOT,
                "ns a call: timed each, clock included, p50 %d p99 %d p99.9 %d; by bursts, mean %.0f (median of %d)%n",
                calls.getValueAtPercentile(50),
                calls.getValueAtPercentile(99),
                calls.getValueAtPercentile(99.9),
                means[BURSTS / 2],
                BURSTS);
    }

    private double whole() {
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            voice.log(++sequence);
        }
        long end = System.nanoTime();
        LockSupport.parkNanos(PAUSE_NANOS);
        return (end - start) / (double) CALLS;
    }

    private void each(Histogram calls) {
        for (int i = 0; i < CALLS; i++) {
            long start = System.nanoTime();
            voice.log(++sequence);
            calls.recordValue(System.nanoTime() - start);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
