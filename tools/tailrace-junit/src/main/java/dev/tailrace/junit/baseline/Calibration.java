package dev.tailrace.junit.baseline;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;
import java.util.zip.Deflater;

/**
 * Measures the speed of this machine: the least CPU time of some runs of the JDK's own compression, native code that is as fast before as after
 * the compiler has warmed up. On a machine that is slower than that of the baseline, named methods may take longer.
 */
final class Calibration {
    private static final int BYTES = 64 * 1024;
    private static final int RUNS = 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static long nanos;

    private Calibration() {}

    /** The duration of a run in nanoseconds. The first call in a JVM measures it, which takes some tens of milliseconds. */
    static synchronized long nanos() {
        if (nanos == 0) {
            byte[] text = text();
            byte[] packed = new byte[BYTES];
            long shortest = Long.MAX_VALUE;
            for (int run = 0; run < RUNS; run++) {
                Deflater deflater = new Deflater();
                deflater.setInput(text);
                deflater.finish();
                long start = clock();
                deflater.deflate(packed);
                shortest = Math.min(shortest, clock() - start);
                deflater.end();
            }
            nanos = Math.max(1, shortest);
        }
        return nanos;
    }

    private static long clock() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** The same on each machine: letters, of which the compression makes about half as many bytes. */
    private static byte[] text() {
        SplittableRandom random = new SplittableRandom(1);
        byte[] text = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            text[i] = (byte) ('a' + random.nextInt(16));
        }
        return text;
    }
}
