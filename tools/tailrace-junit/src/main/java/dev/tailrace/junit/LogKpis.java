package dev.tailrace.junit;

import dev.tailrace.junit.measure.Recorder;
import java.util.concurrent.Callable;

/**
 * Times parts of a test by name, on any JDK. From JDK 25 on, {@code -Dtailrace.kpis.methods=com.acme.Orders::fill} times methods without a
 * change to the test. Thread-safe.
 */
public final class LogKpis {
    private LogKpis() {}

    /**
     * Runs the task and adds the time it takes to the figures of the running test.
     *
     * @param name the task's name in the report
     * @return the task's result
     * @throws Exception the task's own exception
     */
    public static <T> T call(String name, Callable<T> task) throws Exception {
        long start = System.nanoTime();
        try {
            return task.call();
        } finally {
            long nanos = System.nanoTime() - start;
            Recorder recorder = KpiSession.recorder();
            if (recorder != null) {
                recorder.timed(name, nanos);
            }
        }
    }

    /** Runs the task and adds the time it takes to the figures of the running test. */
    public static void run(String name, Runnable task) {
        long start = System.nanoTime();
        try {
            task.run();
        } finally {
            long nanos = System.nanoTime() - start;
            Recorder recorder = KpiSession.recorder();
            if (recorder != null) {
                recorder.timed(name, nanos);
            }
        }
    }
}
