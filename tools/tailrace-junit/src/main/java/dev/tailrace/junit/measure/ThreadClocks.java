package dev.tailrace.junit.measure;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of the calling thread, or the time on them since an earlier reading; -1: this machine has no such clock.
 *
 * @param wall nanoseconds
 * @param waited nanoseconds in which the thread could have run, but other threads had the CPUs; known on Linux
 * @param waitedAll the sum of these over all threads of the JVM
 * @param cpu nanoseconds
 * @param allocated bytes
 * @param classes number of classes that the JVM has loaded
 */
record ThreadClocks(long wall, long waited, long waitedAll, long cpu, long allocated, long classes) {
    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();
    private static final File OWN = new File("/proc/thread-self");
    private static final File ALL = new File("/proc/self/task");
    private static final int LONGEST = 80;

    /** A reading at the start of a call, with the wall clock last; null in a virtual thread, which has no clocks of its own. */
    static @Nullable ThreadClocks start() {
        if (isVirtual(Thread.currentThread())) {
            return null;
        }
        // The wait is read outside the span of the wall clock: a wait that isn't subtracted would look like a slow
        // method.
        long waitedAll = readWaitedAll();
        long waited = readWaited(OWN);
        long classes = CLASSES.getTotalLoadedClassCount();
        long cpu = readCpu();
        long allocated = readAllocated();
        return new ThreadClocks(System.nanoTime(), waited, waitedAll, cpu, allocated, classes);
    }

    /** The time since this reading. */
    ThreadClocks sinceThen() {
        long wallNow = System.nanoTime();
        long allocatedNow = readAllocated();
        long cpuNow = readCpu();
        long classesNow = CLASSES.getTotalLoadedClassCount();
        return new ThreadClocks(
                wallNow - wall,
                between(waited, readWaited(OWN)),
                between(waitedAll, readWaitedAll()),
                between(cpu, cpuNow),
                between(allocated, allocatedNow),
                classesNow - classes);
    }

    /**
     * The wall time less the wait for a CPU; -1 if that wait isn't known. At least the CPU time: beside many threads, the readings
     * themselves wait, and that would hide the call.
     */
    long response() {
        return waited < 0 ? -1 : Math.max(0, Math.max(cpu, wall - waited));
    }

    /**
     * The part of the response time that waits of other threads may explain, such as that of a thread that this one was waiting for: the
     * time off the CPU, but no more than they waited.
     */
    long excused() {
        return waited < 0 ? 0 : Math.max(0, Math.min(response() - Math.max(0, cpu), waitedAll - waited));
    }

    private static long between(long before, long now) {
        return before < 0 || now < 0 ? -1 : now - before;
    }

    private static long readCpu() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
    }

    private static long readAllocated() {
        return THREADS instanceof ThreadMXBean more ? more.getCurrentThreadAllocatedBytes() : -1;
    }

    /** The second number; the first, the time on a CPU, is 0 where the kernel doesn't count. */
    private static long readWaited(File thread) {
        try (InputStream in = new FileInputStream(new File(thread, "schedstat"))) {
            String[] numbers = new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII).split(" ", -1);
            return numbers[0].equals("0") ? -1 : Long.parseLong(numbers[1]);
        } catch (IOException | RuntimeException none) {
            return -1;
        }
    }

    private static long readWaitedAll() {
        String[] threads = ALL.list();
        return Stream.of(threads == null ? new String[0] : threads)
                .mapToLong(each -> Math.max(0, readWaited(new File(ALL, each))))
                .sum();
    }

    /** {@code Thread.isVirtual}, which Java 17 lacks. */
    private static boolean isVirtual(Thread thread) {
        String type = thread.getClass().getName();
        return type.startsWith("java.lang.") && type.contains("VirtualThread");
    }
}
