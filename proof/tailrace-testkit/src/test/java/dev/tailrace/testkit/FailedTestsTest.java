package dev.tailrace.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

class FailedTestsTest {
    private static final TestIdentifier TEST =
            TestIdentifier.from(new AbstractTestDescriptor(UniqueId.forEngine("some"), "some test") {
                @Override
                public Type getType() {
                    return Type.TEST;
                }
            });

    private static String printed(TestExecutionResult result) throws Exception {
        PrintStream original = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        FailedTests listener = new FailedTests();
        listener.executionStarted(TEST);
        try (ChildProcess child =
                ChildProcess.start(new ProcessBuilder("sh", "-c", "echo said; echo complained >&2; exit 3"))) {
            child.status();
            System.setErr(new PrintStream(printed, true, UTF_8));
            listener.executionFinished(TEST, result);
        } finally {
            System.setErr(original);
        }
        return printed.toString(UTF_8);
    }

    @Test
    void executionFinished_failure_printsWhatTheTestsProcessesWrote() throws Exception {
        assertThat(printed(TestExecutionResult.failed(new AssertionError())))
                .contains("some test failed", "status 3", "said", "complained");
    }

    @Test
    void executionFinished_success_printsNothing() throws Exception {
        assertThat(printed(TestExecutionResult.successful())).isEmpty();
    }

    @Test
    void listener_isFoundByItsPresence() {
        assertThat(java.util.ServiceLoader.load(org.junit.platform.launcher.TestExecutionListener.class))
                .hasAtLeastOneElementOfType(FailedTests.class);
    }
}
