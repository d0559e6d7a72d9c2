package dev.tailrace.ship.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes that share a log, whose lines are sent from its files, are killed; the log rolls, compresses and deletes all the while. */
class SourceKillTest {
    private static final int THREADS = 2;
    /** Steps at which a process dies, at the nth time. */
    private static final Map<String, Integer> STEPS = new TreeMap<>(Map.of(
            "links: file opened", 5,
            "links: file linked", 5,
            "roll: before the rename", 3,
            "roll: renamed", 3,
            "roll: new file opened", 3,
            "after the intent", 30,
            "after a write", 30,
            "before the commit", 30,
            "takeover", 1));

    @TempDir
    Path folder;

    /** The highest number that arrived of each thread of each run, all below being there. */
    private final Map<String, Integer> arrived = new HashMap<>();

    private final List<String> outOfOrder = new ArrayList<>();
    private final Random random = new Random(20_261_127);
    private volatile boolean friendly;
    /** Each connection is reset at once. */
    private volatile boolean away;

    private void serve(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept();
                    BufferedReader lines = new BufferedReader(
                            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                int most = away ? 0 : friendly ? Integer.MAX_VALUE : 1 + random.nextInt(3000);
                for (int i = 0; i < most; i++) {
                    String line = lines.readLine();
                    if (line == null) {
                        break;
                    }
                    note(line);
                }
                if (away || !friendly) {
                    connection.setSoLinger(true, 0);
                }
            } catch (IOException e) {
                // The test has ended, or the sender.
            }
        }
    }

    private synchronized void note(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 4) {
            // A torn line, before a lost connection.
            return;
        }
        String thread = words[0] + " " + words[1];
        int number = Integer.parseInt(words[2]);
        int next = arrived.getOrDefault(thread, 0);
        if (number == next) {
            arrived.put(thread, next + 1);
        } else if (number > next) {
            outOfOrder.add(thread + ": " + number + " in place of " + next);
        }
    }

    @Test
    void killedProcesses_loseNoLineOfTheirLog() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(server), "lines-server");
            thread.setDaemon(true);
            thread.start();
            configure(server, "");
            int runs = 0;
            for (String step : STEPS.keySet()) {
                away = step.startsWith("links");
                ChildProcess first = start(Producer.class, step, String.valueOf(runs++));
                if (step.equals("takeover")) {
                    assertThat(first.awaitEnd(ChildProcess.PATIENCE)).as(step).isTrue();
                } else {
                    awaitCalls(runs - 1);
                }
                ChildProcess successor = start(Producer.class, "", String.valueOf(runs++));
                assertThat(first.awaitEnd(ChildProcess.PATIENCE)).as(step).isTrue();
                assertThat(first.err()).contains("crash point " + STEPS.get(step) + ": " + step);
                assertThat(first.err()).doesNotContain("TR20");
                awaitCalls(runs - 1);
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1000));
                kill(successor);
            }
            away = false;
            friendly = true;
            ChildProcess last = start(Last.class, "");
            assertThat(last.awaitEnd(ChildProcess.PATIENCE)).isTrue();
            assertThat(last.err()).isEmpty();

            synchronized (this) {
                assertThat(outOfOrder).isEmpty();
                int all = 0;
                for (int run = 0; run < runs; run++) {
                    Path file = folder.resolve("returned-" + run);
                    ByteBuffer returned = ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[8]);
                    for (int i = 0; i < THREADS; i++) {
                        int count = returned.getInt(i * Integer.BYTES);
                        all += count;
                        assertThat(arrived.getOrDefault(run + " " + i, 0))
                                .as("lines of thread %d of run %d", i, run)
                                .isGreaterThanOrEqualTo(count);
                    }
                }
                System.out.println(all + " lines, in the row " + names(folder.resolve("logs/tailrace-ship/SHIP")));
            }
            assertThat(names(folder.resolve("logs/tailrace-ship/SHIP")))
                    .hasSizeLessThan(5)
                    .noneMatch(name -> name.startsWith("records"));
            assertThat(names(folder.resolve("logs"))).contains("app.log", "app.1.log.gz", "app.2.log.gz");
        }
    }

    @Test
    void aDirectoryOnAnotherFileSystem_isAFinding_andTheLinesAreWrittenOnceMore() throws Exception {
        Path other = Files.createTempDirectory(Path.of("/dev/shm"), "tailrace-source");
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertThat(Files.getFileStore(other)).isNotEqualTo(Files.getFileStore(folder));
            friendly = true;
            Thread thread = new Thread(() -> serve(server), "lines-server");
            thread.setDaemon(true);
            thread.start();
            configure(server, "<directory>" + other + "</directory>");
            ChildProcess few = start(Few.class, "");

            assertThat(few.awaitEnd(ChildProcess.PATIENCE)).isTrue();
            assertThat(few.err()).contains("TR2055").contains("Invalid cross-device link");
            await().untilAsserted(() -> assertThat(count("0 0")).isEqualTo(Few.LINES));
            assertThat(names(other)).contains("records").noneMatch(name -> name.startsWith("lines"));
            assertThat(names(folder.resolve("logs"))).noneMatch(name -> name.startsWith(".probe"));
            assertThat(Files.readAllLines(folder.resolve("logs/app.log"))).hasSize(Few.LINES);
        } finally {
            for (String name : names(other)) {
                Files.delete(other.resolve(name));
            }
            Files.delete(other);
        }
    }

    private synchronized int count(String thread) {
        return arrived.getOrDefault(thread, 0);
    }

    private void configure(ServerSocket server, String ship) throws IOException {
        Files.writeString(folder.resolve("tailrace.xml"), """
                <configuration>
                  <tailrace multiline="escape"/>
                  <appender name="SHIP" class="dev.tailrace.ShipAppender">
                    <target>lines</target>
                    <address>tcp://127.0.0.1:%d</address>
                    <source>FILE</source>%s
                  </appender>
                  <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                    <file>logs/app.log</file>
                    <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                      <fileNamePattern>logs/app.%%i.log.gz</fileNamePattern>
                      <minIndex>1</minIndex>
                      <maxIndex>2</maxIndex>
                    </rollingPolicy>
                    <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                      <maxFileSize>100KB</maxFileSize>
                    </triggeringPolicy>
                    <encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="FILE"/><appender-ref ref="SHIP"/></root>
                </configuration>
                """.formatted(server.getLocalPort(), ship));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private ChildProcess start(Class<?> main, String step, String... arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dtailrace.shutdown=120s",
                "-Dtailrace.config=" + folder.resolve("tailrace.xml")));
        if (!step.isEmpty()) {
            options.add("-Dtailrace.crashStep=" + step);
            options.add("-Dtailrace.crashAt=" + STEPS.get(step));
        }
        return JvmLauncher.of(main, arguments)
                .options(options.toArray(String[]::new))
                .in(folder)
                .start();
    }

    private void awaitCalls(int run) {
        Path returned = folder.resolve("returned-" + run);
        await().atMost(ChildProcess.PATIENCE).until(() -> Files.exists(returned) && Files.size(returned) > 0);
    }

    private static void kill(ChildProcess child) {
        child.process().destroyForcibly();
        assertThat(child.awaitEnd(Duration.ofMinutes(1))).isTrue();
        assertThat(child.err()).doesNotContain("TR20").doesNotContain("Exception");
    }

    /** Logs numbered lines from several threads; notes the calls that have returned. */
    static final class Producer {
        private Producer() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Producer.class);
            String rest = "x".repeat(500);
            try (FileChannel file = FileChannel.open(
                    Path.of("returned-" + arguments[0]),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                ByteBuffer returned = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) THREADS * Integer.BYTES);
                for (int i = 0; i < THREADS; i++) {
                    int thread = i;
                    new Thread(() -> {
                                for (int n = 0; ; n++) {
                                    log.info("{} {} {} {}", arguments[0], thread, n, rest);
                                    returned.putInt(thread * Integer.BYTES, n + 1);
                                    LockSupport.parkNanos(2_000_000);
                                }
                            })
                            .start();
                }
                TimeUnit.HOURS.sleep(1);
            }
        }
    }

    /** Logs a few lines. */
    static final class Few {
        static final int LINES = 20;

        private Few() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Few.class);
            for (int n = 0; n < LINES; n++) {
                log.info("0 0 {} x", n);
            }
        }
    }

    /** Sends what the others have left. */
    static final class Last {
        private Last() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(Last.class).info("last");
        }
    }
}
