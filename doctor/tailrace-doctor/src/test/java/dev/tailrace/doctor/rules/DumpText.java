package dev.tailrace.doctor.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes dumps as a JVM of today does, a second apart. Not thread-safe. */
final class DumpText {
    /** A pool's thread that has nothing to do. */
    static final List<String> IDLE_EXECUTOR = List.of(
            "WAITING (parking)",
            "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
            "- parking to wait for  <0x00000000e0a3d0c8> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
            "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:341)",
            "at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@17/AbstractQueuedSynchronizer.java:1623)",
            "at java.util.concurrent.LinkedBlockingQueue.take(java.base@17/LinkedBlockingQueue.java:435)",
            "at java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17/ThreadPoolExecutor.java:1062)",
            "at java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1122)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    private final StringBuilder out = new StringBuilder();
    private int second;
    private int id;

    /** Begins a dump, a second after the one before. */
    DumpText dump() {
        end();
        out.append(String.format(Locale.ROOT, "2026-03-04 05:%02d:%02d%n", second / 60, second % 60));
        out.append("Full thread dump OpenJDK 64-Bit Server VM (17.0.10+7 mixed mode):\n\n");
        second++;
        id = 10;
        return this;
    }

    private void end() {
        if (second > 0) {
            out.append("JNI global refs: 15, weak refs: 0\n\n");
        }
    }

    /** Threads of a name, alike; the first line of the stack is the state. Processor times don't change. */
    DumpText threads(int count, String name, List<String> stack) {
        return threads(count, name, stack, 0);
    }

    /**
     * The same for threads that use processor time.
     *
     * @param cpu milliseconds from one dump to the next
     */
    DumpText threads(int count, String name, List<String> stack, double cpu) {
        for (int i = 1; i <= count; i++) {
            id++;
            out.append(String.format(
                    Locale.ROOT,
                    "\"%s\" #%d daemon prio=5 os_prio=0 cpu=%.2fms elapsed=%d.00s tid=0x00007f%06x nid=0x%x waiting [0x0]%n",
                    count == 1 ? name : name + "-" + i,
                    id,
                    100 + cpu * second,
                    100 + second,
                    id,
                    id));
            out.append("   java.lang.Thread.State: ").append(stack.get(0)).append('\n');
            stack.stream().skip(1).forEach(line -> out.append('\t').append(line).append('\n'));
            out.append('\n');
        }
        return this;
    }

    Path write(Path file) throws Exception {
        end();
        return Files.writeString(file, out);
    }
}
