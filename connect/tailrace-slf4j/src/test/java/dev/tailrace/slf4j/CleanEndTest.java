package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.Tailrace;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last process of a log removes its lanes: nothing of it stays in shared memory. */
class CleanEndTest {
    private static final int LINES = 20;
    private static final int MUCH = 400_000;
    private static final String TEXT = "x".repeat(100);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exit", "shutdown", "late", "late flush"})
    void end_ofTheOnlyProcess_leavesNoLanes(String how) throws Exception {
        ChildJvm.Output output = child().run(Ending.class, "a", how);

        assertThat(lanes()).isEmpty();
        assertThat(output.log()).containsExactlyElementsOf(lines("a"));
        assertThat(output.err()).isEmpty();
        LogView view = LogView.of(LogSearch.lockFiles(output.file()).get(0));
        assertThat(view.unreadable()).isEmpty();
        assertThat(view.owners()).isEmpty();
    }

    @Test
    void end_whileAnotherProcessLogs_leavesTheLanesToIt() throws Exception {
        ChildJvm child = child();
        try (ChildProcess first = child.start(Ending.class, "a", "wait")) {
            await().atMost(ChildProcess.PATIENCE).until(() -> Files.exists(folder.resolve("logged")));
            child.run(Ending.class, "b", "exit");
            assertThat(lanes()).isNotEmpty();
            Files.createFile(folder.resolve("end"));
            assertThat(first.status()).isZero();
        }
        assertThat(lanes()).isEmpty();
        assertThat(log()).containsExactlyInAnyOrderElementsOf(both("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lanes: record marked", "lanes: moved away", "lanes: record over"})
    void kill_whileLanesAreRemoved_theNextProcessLogsAndRemovesThem(String step) throws Exception {
        child().dying("-Dtailrace.crashAt=1", "-Dtailrace.crashStep=" + step).run(Ending.class, "a", "exit");
        child().run(Ending.class, "b", "exit");

        assertThat(lanes()).isEmpty();
        assertThat(log()).containsExactlyElementsOf(both("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lanes: record marked", "lanes: moved away", "lanes: record over"})
    void start_whileLanesAreRemoved_waitsAndLogs(String step) throws Exception {
        Path parked = folder.resolve("parked");
        ChildJvm closing = child().options(
                        "-Dtailrace.crashAt=1", "-Dtailrace.crashStep=" + step, "-Dtailrace.parkWhile=" + parked);
        try (ChildProcess first = closing.start(Ending.class, "a", "shutdown")) {
            await().atMost(ChildProcess.PATIENCE).until(() -> Files.exists(parked));
            try (ChildProcess second = child().start(Ending.class, "b", "exit")) {
                Thread.sleep(700);
                Files.delete(parked);
                assertThat(second.status()).isZero();
            }
            assertThat(first.status()).isZero();
        }
        assertThat(log()).containsExactlyElementsOf(both("a", "b"));
    }

    @Test
    void manyProcesses_startAndEndMeanwhile_eachLineIsThereOnce() throws Exception {
        List<String> expected = new ArrayList<>();
        ChildJvm child = child();
        for (int round = 0; round < 4; round++) {
            List<ChildProcess> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = round + "-" + i;
                expected.addAll(lines(name));
                running.add(child.start(Ending.class, name, "exit"));
                Thread.sleep(150);
            }
            for (ChildProcess each : running) {
                try (each) {
                    assertThat(each.status()).isZero();
                }
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> String.valueOf(each.getFileName())).filter(name -> name.startsWith("app.log")))
                    .as("no neighbour")
                    .containsExactly("app.log");
        }
        assertThat(log()).as("waiting: %s", lanes()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xshare:auto", "-Dtailrace.shutdown=300ms"})
    void end_afterAKilledProcess_waitsForItsLinesOrSaysThatTheyWait(String option) throws Exception {
        Path parked = folder.resolve("parked");
        child().dying("-Dtailrace.crashAt=1", "-Dtailrace.crashStep=takeover", "-Dtailrace.parkWhile=" + parked)
                .run(Killed.class);
        ChildJvm.Output output = rollingAtOnce().options(option).run(Ending.class, "b", "exit");

        List<String> findings =
                output.err().stream().filter(line -> line.contains("TR4002")).toList();
        List<Path> rings = lanes().stream()
                .filter(each -> each.toString().endsWith(".ring"))
                .toList();
        assertThat(findings).as("waiting: %s", rings).hasSize(rings.isEmpty() ? 0 : 1);
        if (findings.isEmpty()) {
            assertThat(allLines()).hasSize(MUCH + LINES).doesNotHaveDuplicates();
        }
    }

    private ChildJvm child() throws IOException {
        return new ChildJvm(folder, "%msg%n").options("-Dtailrace.dir=" + folder.resolve("lanes"));
    }

    /** A child that writes slowly, because it rolls all the time. */
    private ChildJvm rollingAtOnce() throws IOException {
        ChildJvm child = child().rolling();
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("1MB", "20KB"));
        return child;
    }

    /** The files of all lane directories. */
    private List<Path> lanes() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("lanes"))) {
            return all.skip(1).toList();
        }
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("app.log"));
    }

    /** Lines of the rolled files, too. */
    private List<String> allLines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each :
                    files.filter(path -> path.toString().endsWith(".log")).toList()) {
                lines.addAll(Files.readAllLines(each));
            }
        }
        return lines;
    }

    private static List<String> lines(String name) {
        return IntStream.range(0, LINES).mapToObj(i -> name + " " + i).toList();
    }

    private static List<String> both(String first, String second) {
        return Stream.of(first, second).flatMap(name -> lines(name).stream()).toList();
    }

    /** Logs much while nothing is drained, and is killed. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Killed.class);
            for (int i = 0; i < MUCH; i++) {
                log.info("a {} {}", i, TEXT);
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** Logs some lines and ends in one of several ways. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) throws IOException {
            String name = arguments[0];
            String how = arguments[1];
            Logger log = LoggerFactory.getLogger(Ending.class);
            int early = how.startsWith("late") ? LINES / 2 : LINES;
            for (int i = 0; i < early; i++) {
                log.info("{} {}", name, i);
            }
            if (how.startsWith("late")) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> late(log, name, early, how.endsWith("flush"))));
            } else if (how.equals("shutdown")) {
                Tailrace.shutdown();
            } else if (how.equals("wait")) {
                Files.createFile(Path.of("logged"));
                while (!Files.exists(Path.of("end"))) {
                    LockSupport.parkNanos(10_000_000);
                }
            }
        }

        private static void late(Logger log, String name, int from, boolean flushes) {
            for (int i = from; i < LINES; i++) {
                try {
                    // Longer than it takes to remove the lanes; they are back for the next line.
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    return;
                }
                log.info("{} {}", name, i);
            }
            if (flushes) {
                Tailrace.flush();
            } else {
                try {
                    Thread.sleep(1_000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }
}
