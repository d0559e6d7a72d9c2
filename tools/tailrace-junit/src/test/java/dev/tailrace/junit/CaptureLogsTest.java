package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.ChildRun.Logging;
import dev.tailrace.testkit.Origins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code @CaptureLogs} in separate JVMs, because a class path has one backend. */
class CaptureLogsTest {
    private static final String SUITES = "dev.tailrace.junit.suites.";

    @TempDir
    Path folder;

    private ChildRun child(Logging logging) throws Exception {
        return new ChildRun(folder, logging).with("-Dtailrace.kpis=off");
    }

    private static List<String> results(ChildRun.Output output) {
        return output.out().lines().filter(line -> line.matches("[A-Z]+ .*")).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void capture_onTheOldestAndTheNewestJUnit_withoutAssertJ(boolean oldest) throws Exception {
        ChildRun child = child(Logging.TAILRACE);
        ChildRun.Output output = (oldest ? child.onOldestJUnit() : child).run(List.of(SUITES + "Capturing"));

        assertThat(results(output))
                .as(output.err())
                .hasSize(7)
                .allSatisfy(line -> assertThat(line).startsWith("SUCCESSFUL "));
        // Events captured below the configured level aren't written.
        assertThat(Files.readString(folder.resolve("app.log"))).contains("INFO").doesNotContain("DEBUG");
    }

    @Test
    void capture_inParallel_hasWhatTheTestItselfLogs() throws Exception {
        ChildRun.Output output = child(Logging.TAILRACE)
                .with(
                        "-Djunit.jupiter.execution.parallel.enabled=true",
                        "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                        "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4")
                .run(List.of(SUITES + "CapturingInParallel"));

        assertThat(results(output))
                .as(output.err())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).startsWith("SUCCESSFUL "));
    }

    @Test
    void capture_withAssertJ() throws Exception {
        ChildRun.Output output = child(Logging.TAILRACE)
                .withLibrary(Origins.of(Assertions.class))
                .run(List.of(SUITES + "CapturingWithAssertJ"));

        assertThat(results(output)).as(output.err()).hasSize(1).allMatch(line -> line.startsWith("SUCCESSFUL "));
    }

    @Test
    void capture_wrongLevelOrPlace_failsTheTestWithTheReason() throws Exception {
        ChildRun.Output output = child(Logging.TAILRACE).run(List.of(SUITES + "CapturingBadly"));

        assertThat(results(output)).as(output.err()).hasSize(2);
        assertThat(output.out()).contains("level = \"LOUD\"", "belongs on a parameter of a test");
    }

    @Test
    void capture_anotherBackend_failsTheTestWithTheReason() throws Exception {
        ChildRun.Output output = child(Logging.LOGBACK).run(List.of(SUITES + "CapturingInParallel"));

        assertThat(results(output))
                .as(output.err())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("FAILED ")
                        .contains("@CaptureLogs: Events are captured from Tailrace"));
    }
}
