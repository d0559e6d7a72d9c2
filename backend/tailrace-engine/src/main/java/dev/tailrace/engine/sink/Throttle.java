package dev.tailrace.engine.sink;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps its thread to a share of one core by sleeping. Thread priorities would do nothing on Linux. Used by one thread.
 */
public final class Throttle {
    private static final long SHORTEST_SLEEP = 5_000_000;

    private final double sleepPerWork;
    private final LongSupplier workNanos;
    private final LongConsumer sleep;
    private volatile boolean off;
    private long seen;
    private double owed;

    /**
     * @param share of one core, above 0 and at most 1
     * @param workNanos a growing measure of the work done, such as the thread's CPU time
     * @param sleep takes nanoseconds
     */
    public Throttle(double share, LongSupplier workNanos, LongConsumer sleep) {
        this.sleepPerWork = (1 - Math.min(1, Math.max(0.01, share))) / Math.min(1, Math.max(0.01, share));
        this.workNanos = workNanos;
        this.sleep = sleep;
    }

    /** Loaded on demand: loading the platform's beans takes tens of milliseconds, too long for the start of an application. */
    private static final class Cpu {
        static final LongSupplier NANOS = find();
    }

    /** The CPU time of the calling thread; the wall clock, which is never less, where the JVM doesn't measure it. */
    public static LongSupplier cpuNanos() {
        return () -> Cpu.NANOS.getAsLong();
    }

    private static LongSupplier find() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            if (threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
                return threads::getCurrentThreadCpuTime;
            }
        } catch (LinkageError e) {
            // The module java.management isn't there.
            return System::nanoTime;
        }
        return System::nanoTime;
    }

    /** Begins a piece of work. */
    public void begin() {
        seen = workNanos.getAsLong();
    }

    /** Called often during work. */
    public void pace() {
        long now = workNanos.getAsLong();
        owed += (now - seen) * sleepPerWork;
        seen = now;
        if (owed >= SHORTEST_SLEEP && !off) {
            sleep.accept((long) owed);
            owed = 0;
        }
    }

    /** Switches to full speed, because a thread waits for the end. */
    public void lift() {
        off = true;
    }
}
