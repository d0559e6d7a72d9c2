package dev.tailrace.bench.child;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time and allocated bytes of this process. A thread that ends between two readings is counted as it was last seen, so a background
 * thread reads every {@value #EVERY_MILLIS} ms; what the reading thread allocates is left out. Thread-safe.
 */
final class Meter {
    private static final int EVERY_MILLIS = 25;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<Long, Long> allocated = new HashMap<>();
    private final Thread reader = new Thread(this::keepReading, "meter");

    /** CPU nanoseconds and allocated bytes since the process began. */
    record Reading(long cpuNanos, long bytes) {}

    void start() {
        reader.setDaemon(true);
        reader.start();
    }

    /** The main thread waits and reads; what it allocates for that is the harness's, so it is left out with the reader's. */
    synchronized Reading read() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != reader.getId() && ids[i] != 1 && bytes[i] >= 0) {
                allocated.merge(ids[i], bytes[i], Math::max);
            }
        }
        long sum = 0;
        for (long value : allocated.values()) {
            sum += value;
        }
        return new Reading(system.getProcessCpuTime(), sum);
    }

    private void keepReading() {
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                read();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
