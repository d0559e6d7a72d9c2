package dev.tailrace.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints the output of a failed test's child processes. JUnit finds this listener by the service loader. Thread-safe. */
public final class FailedTests implements TestExecutionListener {
    private final Map<String, Long> started = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            started.put(test.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Long since = started.remove(test.getUniqueId());
        if (since != null && result.getStatus() == TestExecutionResult.Status.FAILED) {
            for (ChildProcess child : ChildProcess.since(since)) {
                System.err.println(test.getDisplayName() + " failed, and " + child.log());
            }
        }
    }
}
