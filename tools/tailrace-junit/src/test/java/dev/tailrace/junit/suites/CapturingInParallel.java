package dev.tailrace.junit.suites;

import dev.tailrace.junit.CaptureLogs;
import dev.tailrace.junit.LogCapture;
import dev.tailrace.junit.LogLevel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Concurrent tests that each capture only their own events. */
@Execution(ExecutionMode.CONCURRENT)
class CapturingInParallel {
    private static final Logger LOG = LoggerFactory.getLogger("com.acme.Orders");
    private static final int TESTS = 4;
    private static final int LINES = 200;
    private static final CountDownLatch TOGETHER = new CountDownLatch(TESTS);

    private static void logs(String name, LogCapture log) throws Exception {
        TOGETHER.countDown();
        if (!TOGETHER.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("not in parallel");
        }
        Thread child = new Thread(() -> log(name + " in a thread"));
        child.start();
        log(name);
        child.join();
        for (String text : log.texts()) {
            if (!text.startsWith(name)) {
                throw new AssertionError(name + " sees " + text);
            }
        }
        if (log.events(LogLevel.DEBUG).size() != 2 * LINES) {
            throw new AssertionError(log.events().size() + " events");
        }
    }

    private static void log(String name) {
        for (int i = 0; i < LINES; i++) {
            LOG.debug("{} {}", name, i);
        }
    }

    @Test
    void one(@CaptureLogs(level = "DEBUG") LogCapture log) throws Exception {
        logs("one", log);
    }

    @Test
    void two(@CaptureLogs(level = "DEBUG") LogCapture log) throws Exception {
        logs("two", log);
    }

    @Test
    void three(@CaptureLogs(level = "DEBUG") LogCapture log) throws Exception {
        logs("three", log);
    }

    @Test
    void four(@CaptureLogs(level = "DEBUG") LogCapture log) throws Exception {
        logs("four", log);
    }
}
