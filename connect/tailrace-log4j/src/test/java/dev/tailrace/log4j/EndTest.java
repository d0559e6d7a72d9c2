package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of a process: what was logged is in the file, each line once, and nothing stays in shared memory. */
class EndTest {
    private static final int LINES = 2_000;
    private static final String ALONE = "<Root level='info'><AppenderRef ref='FILE'/></Root>";
    private static final String BEHIND_ASYNC = "<Root level='info'><AppenderRef ref='ASYNC'/></Root>";
    private static final String SELECTOR =
            "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void end_byItself_leavesNothingWaiting(String how) throws Exception {
        launcher(ALONE, "a", how).run();
        assertThat(log()).containsExactlyElementsOf(lines("a"));
        assertThat(lanes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit", "late"})
    void end_withoutLog4jsShutdownHook_leavesNothingWaiting(String how) throws Exception {
        launcher(ALONE, "a", how).options("-Dlog4j.shutdownHookEnabled=false").run();
        assertThat(log()).containsExactlyElementsOf(lines("a"));
        assertThat(lanes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"return, async", "exit, async", "return, logger", "exit, logger"})
    void end_behindAQueueOfLog4j_leavesNothingWaiting(String how, String queue) throws Exception {
        JvmLauncher launcher = queue.equals("async")
                ? launcher(BEHIND_ASYNC, "a", how)
                : launcher(ALONE, "a", how).options(SELECTOR);
        launcher.run();
        assertThat(log()).containsExactlyElementsOf(lines("a"));
        assertThat(lanes()).isEmpty();
    }

    @Test
    void end_bySigterm_leavesNothingWaiting() throws Exception {
        try (ChildProcess child = launcher(ALONE, "a", "wait").start()) {
            child.awaitLine("logged");
            child.signal("TERM");
            child.status();
        }
        assertThat(log()).containsExactlyElementsOf(lines("a"));
        assertThat(lanes()).isEmpty();
    }

    /** The file is shared by processes that end one after another. */
    @Test
    void end_ofOneOfTwoProcesses_leavesTheLanesToTheOther() throws Exception {
        try (ChildProcess first = launcher(ALONE, "a", "wait").start()) {
            first.awaitLine("logged");
            launcher(ALONE, "b", "return").run();
            first.signal("TERM");
            first.status();
        }
        List<String> both = new ArrayList<>(lines("a"));
        both.addAll(lines("b"));
        assertThat(log()).containsExactlyInAnyOrderElementsOf(both);
        assertThat(lanes()).isEmpty();
    }

    @Test
    void kill_inTheMiddle_losesNothingThatACallReturnedFor() throws Exception {
        long acknowledged = 0;
        for (int round = 0; round < 5; round++) {
            String name = "k" + round;
            try (ChildProcess child = launcher(ALONE, name, "acknowledge").start()) {
                child.awaitLine("go");
                LockSupport.parkNanos(300_000_000L * (round + 1));
                child.kill();
                long last = child.out()
                                .lines()
                                .filter(line -> line.startsWith("ack "))
                                .count()
                        - 1;
                assertThat(last).isPositive();
                // Any process that has the file open writes what waits.
                launcher(ALONE, "next" + round, "return").run();
                await().atMost(ChildProcess.PATIENCE)
                        .untilAsserted(() -> assertThat(own(name)).hasSizeGreaterThanOrEqualTo((int) last + 1));
                List<String> own = own(name);
                assertThat(own)
                        .containsExactlyElementsOf(IntStream.range(0, own.size())
                                .mapToObj(i -> name + " " + i)
                                .toList());
                acknowledged += last + 1;
            }
        }
        System.out.println("killed 5 times, " + acknowledged + " acknowledged lines, none lost, none twice");
    }

    private List<String> own(String name) throws IOException {
        return log().stream().filter(line -> line.startsWith(name + " ")).toList();
    }

    private JvmLauncher launcher(String root, String name, String how) throws IOException {
        Path file = Files.writeString(folder.resolve("log4j2.xml"), """
                <Configuration><Appenders>
                  <Tailrace name='FILE' fileName='%1$s/app.log' filePattern='%1$s/app-%%i.log'>
                    <PatternLayout pattern='%%m%%n'/><Policies><SizeBasedTriggeringPolicy size='1 GB'/></Policies>
                  </Tailrace>
                  <Async name='ASYNC' bufferSize='128'><AppenderRef ref='FILE'/></Async>
                </Appenders><Loggers>%2$s</Loggers></Configuration>""".formatted(folder, root));
        return JvmLauncher.of(Ending.class, name, how)
                .options("-Dlog4j2.configurationFile=" + file, "-Dtailrace.dir=" + folder.resolve("lanes"))
                .in(folder);
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("app.log"));
    }

    private List<Path> lanes() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("lanes"))) {
            return all.skip(1).toList();
        }
    }

    private static List<String> lines(String name) {
        return IntStream.range(0, LINES).mapToObj(i -> name + " " + i).toList();
    }

    /** Logs some lines and ends in one of several ways. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) {
            String name = arguments[0];
            Logger log = LogManager.getLogger(Ending.class);
            switch (arguments[1]) {
                case "acknowledge" -> acknowledge(log, name);
                case "late" -> {
                    log(log, name, 0, LINES / 2);
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> log(log, name, LINES / 2, LINES)));
                }
                default -> log(log, name, 0, LINES);
            }
            if (arguments[1].equals("exit")) {
                System.exit(0);
            }
            if (arguments[1].equals("wait")) {
                System.out.println("logged");
                LockSupport.parkNanos(Long.MAX_VALUE);
            }
        }

        private static void log(Logger log, String name, int from, int to) {
            for (int i = from; i < to; i++) {
                log.info("{} {}", name, i);
            }
        }

        private static void acknowledge(Logger log, String name) {
            System.out.println("go");
            for (int i = 0; i < 10_000_000; i++) {
                log.info("{} {}", name, i);
                System.out.println("ack " + i);
            }
        }
    }
}
