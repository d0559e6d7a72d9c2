package dev.tailrace.junit.measure;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of the calling thread, or the time on them since an earlier reading; -1: this machine has no such clock.
 *
 * @param wall nanoseconds
 * @param waited nanoseconds in which the thread could have run, but other threads had the CPUs; known on Linux
 * @param others the same of each other thread of the JVM that may keep this one waiting, by the thread's number
 * @param cpu nanoseconds
 * @param allocated bytes
 * @param classes number of classes that the JVM has loaded
 */
record ThreadClocks(long wall, long waited, Map<String, Long> others, long cpu, long allocated, long classes) {
    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();
    private static final File OWN = new File("/proc/thread-self");
    private static final File ALL = new File("/proc/self/task");
    private static final int LONGEST = 80;
    /** The beginning of its name; no thread waits for what it compiles. */
    private static final String COMPILER = "C[12] Comp.*";

    /** A reading at the start of a call, with the wall clock last; null in a virtual thread, which has no clocks of its own. */
    static @Nullable ThreadClocks start() {
        if (isVirtual(Thread.currentThread())) {
            return null;
        }
        // The wait is read outside the span of the wall clock: a wait that isn't subtracted would look like a slow
        // method.
        Map<String, Long> others = readOthers();
        long waited = readWaited(OWN);
        long classes = CLASSES.getTotalLoadedClassCount();
        long cpu = readCpu();
        long allocated = readAllocated();
        return new ThreadClocks(System.nanoTime(), waited, others, cpu, allocated, classes);
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
                between(others, readOthers()),
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
     * time off the CPU, but no more than one of them waited.
     */
    long excused() {
        long longest = others.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return waited < 0 ? 0 : Math.max(0, Math.min(response() - Math.max(0, cpu), longest));
    }

    private static Map<String, Long> between(Map<String, Long> before, Map<String, Long> now) {
        Map<String, Long> between = new HashMap<>();
        now.forEach((thread, wait) -> {
            long more = wait - before.getOrDefault(thread, 0L);
            if (more > 0 && !read(new File(ALL, thread + "/comm")).matches(COMPILER)) {
                between.put(thread, more);
            }
        });
        return between;
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
        String[] numbers = read(new File(thread, "schedstat")).split(" ", -1);
        try {
            return numbers.length < 2 || numbers[0].equals("0") ? -1 : Long.parseLong(numbers[1]);
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    private static Map<String, Long> readOthers() {
        Map<String, Long> others = new HashMap<>();
        String[] threads = ALL.list();
        String own = own();
        for (String each : threads == null ? new String[0] : threads) {
            if (!each.equals(own)) {
                others.put(each, Math.max(0, readWaited(new File(ALL, each))));
            }
        }
        return others;
    }

    /** The number of the calling thread; empty: unknown. */
    private static String own() {
        try {
            return Files.readSymbolicLink(OWN.toPath()).getFileName().toString();
        } catch (IOException none) {
            return "";
        }
    }

    /** The beginning of a file of one line; empty where there is none. */
    private static String read(File file) {
        try (InputStream in = new FileInputStream(file)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII).strip();
        } catch (IOException none) {
            return "";
        }
    }

    /** {@code Thread.isVirtual}, which Java 17 lacks. */
    private static boolean isVirtual(Thread thread) {
        String type = thread.getClass().getName();
        return type.startsWith("java.lang.") && type.contains("VirtualThread");
    }
}
