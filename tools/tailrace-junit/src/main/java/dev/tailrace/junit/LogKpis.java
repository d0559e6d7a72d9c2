package dev.tailrace.junit;

import dev.tailrace.junit.measure.NamedCall;
import dev.tailrace.junit.measure.Recorder;
import java.util.concurrent.Callable;

/**
 * Measures named parts of a test: response time, CPU time and allocation. A test whose median call got worse than its baseline fails, and
 * so does one over its {@link LogBudget}. {@link MeasuredTest} measures a whole test method. From JDK 25 on, {@code
 * -Dtailrace.kpis.methods=com.acme.Orders::fill} shows times of methods without a change to the test. Thread-safe.
 */
public final class LogKpis {
    private LogKpis() {}

    /**
     * Runs the task and adds its figures to those of the running test.
     *
     * @param name the task's name in the report
     * @return the task's result
     * @throws Exception the task's own exception
     */
    public static <T> T call(String name, Callable<T> task) throws Exception {
        NamedCall call = begin(name);
        try {
            return call.returned(task.call());
        } finally {
            call.end();
        }
    }

    /** Runs the task and adds its figures to those of the running test. */
    public static void run(String name, Runnable task) {
        NamedCall call = begin(name);
        try {
            task.run();
        } finally {
            call.end();
        }
    }

    static NamedCall begin(String name) {
        Recorder recorder = KpiSession.recorder();
        return recorder == null ? NamedCall.UNMEASURED : recorder.call(name);
    }
}
