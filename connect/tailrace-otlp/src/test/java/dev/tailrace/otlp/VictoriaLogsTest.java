package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.LoggingProcesses;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server, which is stopped, ended and started again, while processes that send to it are killed. */
class VictoriaLogsTest {
    private static final int PAUSE_MICROS = 300;
    private static final int ROUNDS = 6;
    private static final int PAUSE_MILLIS = 1500;

    @TempDir
    Path folder;

    private int port;

    private static String program() {
        String named = System.getProperty("victoria.logs", "");
        if (!named.isEmpty() && Files.isExecutable(Path.of(named))) {
            return named;
        }
        System.out.println("NOT RUN: needs VictoriaLogs");
        return abort("needs VictoriaLogs");
    }

    private ChildProcess server(String program) throws IOException {
        ChildProcess server = ChildProcess.start(new ProcessBuilder(
                        program, "-storageDataPath=" + folder.resolve("storage"), "-httpListenAddr=127.0.0.1:" + port)
                .redirectErrorStream(true));
        await().atMost(ChildProcess.PATIENCE)
                .ignoreExceptions()
                .until(() -> get("/health").equals("OK"));
        return server;
    }

    private String get(String path) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void killedProcesses_andAServerThatIsStoppedAndRestarted_loseNothing() throws Exception {
        String program = program();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        LoggingProcesses processes = new LoggingProcesses(folder);
        OtlpKillTest.configure(folder, "http://127.0.0.1:" + port + "/insert/opentelemetry/v1/logs");
        ChildProcess server = server(program);
        try {
            ChildProcess before = start(processes, 0);
            for (int run = 1; run < ROUNDS; run++) {
                ChildProcess next = start(processes, run);
                if (run == 2) {
                    server.stop();
                    TimeUnit.MILLISECONDS.sleep(2 * PAUSE_MILLIS);
                    server.resume();
                } else if (run == 4) {
                    server.signal("TERM");
                    assertThat(server.awaitEnd(ChildProcess.PATIENCE)).isTrue();
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                    server = server(program);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                LoggingProcesses.kill(before, "TR2052", "Exception");
                before = next;
            }
            LoggingProcesses.kill(before, "TR2052", "Exception");
            processes.sendTheRest();

            // The server shows what it has taken within seconds.
            await().atMost(ChildProcess.PATIENCE).untilAsserted(() -> assertComplete(processes));
        } finally {
            server.close();
        }
    }

    private static ChildProcess start(LoggingProcesses processes, int run) throws IOException, InterruptedException {
        ChildProcess started = processes.start(run, PAUSE_MICROS, "");
        processes.awaitCalls(run);
        return started;
    }

    private void assertComplete(LoggingProcesses processes) throws IOException {
        Map<String, BitSet> arrived = new HashMap<>();
        Matcher message = Pattern.compile("\"_msg\":\"(\\d+ \\d+) (\\d+) ")
                .matcher(get("/select/logsql/query?query=*%20%7C%20fields%20_msg"));
        while (message.find()) {
            arrived.computeIfAbsent(message.group(1), key -> new BitSet()).set(Integer.parseInt(message.group(2)));
        }
        for (int run = 0; run < ROUNDS; run++) {
            for (int thread = 0; thread < LoggingProcesses.THREADS; thread++) {
                int count = processes.calls(run, thread);
                assertThat(count).isPositive();
                assertThat(arrived.getOrDefault(run + " " + thread, new BitSet())
                                .nextClearBit(0))
                        .as("records of thread %d of run %d", thread, run)
                        .isGreaterThanOrEqualTo(count);
            }
        }
    }
}
