package dev.tailrace.bench.child;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * CPU time and allocated bytes of this process. A thread that ends between two readings counts with its last reading, so a background
 * thread reads every {@value #EVERY_MILLIS} ms; that thread's own allocation is left out. Thread-safe.
 */
final class Meter {
    private static final int EVERY_MILLIS = 25;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<Long, Long> allocated = new HashMap<>();
    private final Set<Long> leftOut = new HashSet<>();
    private final Thread reader = new Thread(this::keepReading, "meter");

    /** CPU nanoseconds and allocated bytes since the process began. */
    record Reading(long cpuNanos, long bytes) {}

    /** Leaves out the allocation of threads with this name prefix. To be called when all of them have started. */
    synchronized void leaveOut(String namePrefix) {
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(namePrefix)) {
                leftOut.add(thread.getThreadId());
            }
        }
    }

    /** The bytes that the current thread has allocated since its start. */
    long ofCurrentThread() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    void start() {
        leftOut.add(Thread.currentThread().getId());
        leftOut.add(reader.getId());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Takes a reading. The allocation of the thread that started this meter is left out like the background thread's: it belongs to the
     * harness.
     */
    synchronized Reading read() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0 && !leftOut.contains(ids[i])) {
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
