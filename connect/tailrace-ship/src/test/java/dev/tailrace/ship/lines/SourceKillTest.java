package dev.tailrace.ship.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.LoggingProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes that share a log, whose lines are sent from its files, are killed; the log rolls, compresses and deletes all the while. */
class SourceKillTest {
    private static final int PAUSE_MICROS = 2000;
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

    private final Random random = new Random(20_261_127);
    private LoggingProcesses processes;
    private volatile boolean friendly;
    /** Each connection is reset at once. */
    private volatile boolean away;

    @BeforeEach
    void prepare() {
        processes = new LoggingProcesses(folder);
    }

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
                    processes.note(line);
                }
                if (away || !friendly) {
                    connection.setSoLinger(true, 0);
                }
            } catch (IOException e) {
                // The test has ended, or the sender.
            }
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
                ChildProcess first = processes.start(
                        runs++,
                        PAUSE_MICROS,
                        "",
                        "-Dtailrace.crashStep=" + step,
                        "-Dtailrace.crashAt=" + STEPS.get(step));
                if (step.equals("takeover")) {
                    assertThat(first.awaitEnd(ChildProcess.PATIENCE)).as(step).isTrue();
                } else {
                    processes.awaitCalls(runs - 1);
                }
                ChildProcess successor = processes.start(runs++, PAUSE_MICROS, "");
                assertThat(first.awaitEnd(ChildProcess.PATIENCE)).as(step).isTrue();
                assertThat(first.err()).contains("crash point " + STEPS.get(step) + ": " + step);
                assertThat(first.err()).doesNotContain("TR20");
                processes.awaitCalls(runs - 1);
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1000));
                LoggingProcesses.kill(successor, "TR20", "Exception");
            }
            away = false;
            friendly = true;
            processes.sendTheRest();

            System.out.println(
                    processes.check(runs) + " lines, in the row " + names(folder.resolve("logs/tailrace-ship/SHIP")));
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
            ChildProcess few = processes.start(Few.class, List.of());

            assertThat(few.awaitEnd(ChildProcess.PATIENCE)).isTrue();
            assertThat(few.err()).contains("TR2055").contains("Invalid cross-device link");
            await().untilAsserted(() -> assertThat(processes.arrived(0, 0)).isEqualTo(Few.LINES));
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
}
