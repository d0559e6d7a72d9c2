package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that logs nothing for a while wakes seldom, and its next line is in the file at once. */
class QuietProcessTest {
    private static final int SECONDS = 5;
    private static final int MOST_A_SECOND = 7;
    private static final int LINES = 3;

    @TempDir
    Path folder;

    @Test
    void quietProcess_wakesSeldom_andWritesItsNextLineAtOnce() throws Exception {
        assumeThat(Path.of("/proc/self/task")).isDirectory();
        try (ChildProcess child = new ChildJvm(folder, "%msg%n").start(Quiet.class);
                BufferedReader answers = child.process().inputReader()) {
            assertThat(answers.readLine()).isEqualTo("ready");
            TimeUnit.SECONDS.sleep(3);
            Map<String, Long> before = switches(child.pid());
            TimeUnit.SECONDS.sleep(SECONDS);
            Map<String, Long> wakeUps = new TreeMap<>();
            switches(child.pid())
                    .forEach((thread, count) -> wakeUps.put(thread, count - before.getOrDefault(thread, 0L)));
            System.out.println("wake-ups in " + SECONDS + " s: " + wakeUps);
            // 5.4 a second by their timers; waits for the queue of the compiler count, too.
            assertThat(wakeUps).hasSizeGreaterThan(2);
            assertThat(wakeUps.values().stream().mapToLong(each -> each).sum())
                    .isLessThanOrEqualTo(SECONDS * MOST_A_SECOND);

            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < LINES; i++) {
                TimeUnit.MILLISECONDS.sleep(2_000);
                millis.add(Double.parseDouble(answer(child, answers)));
            }
            System.out.println("ms until a line is in the file: " + millis);
            assertThat(millis)
                    .as("a sleep of 600 ms isn't waited for")
                    .filteredOn(each -> each < 100)
                    .hasSizeGreaterThan(1);
        }
    }

    private static String answer(ChildProcess child, BufferedReader answers) throws IOException {
        child.say("log");
        return answers.readLine();
    }

    /** By thread of Tailrace: how often it has begun to wait. */
    private static Map<String, Long> switches(long pid) throws IOException {
        Map<String, Long> found = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads.toList()) {
                String name = Files.readString(thread.resolve("comm")).strip();
                if (name.startsWith("tailrace-")) {
                    String status = Files.readString(thread.resolve("status"));
                    found.put(
                            name,
                            Long.parseLong(status.replaceAll("(?s).*\nvoluntary_ctxt_switches:\\s*(\\d+).*", "$1")));
                }
            }
        }
        return found;
    }

    /** Logs when it is asked, and answers with the milliseconds until the line is in the file. */
    static final class Quiet {
        private Quiet() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger(Quiet.class);
            Path file = Path.of("app.log");
            log.info("first");
            System.out.println("ready");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (in.readLine() != null) {
                long size = Files.size(file);
                long begin = System.nanoTime();
                log.info("next");
                while (Files.size(file) == size) {
                    LockSupport.parkNanos(200_000);
                }
                System.out.println((System.nanoTime() - begin) / 1e6);
            }
        }
    }
}
