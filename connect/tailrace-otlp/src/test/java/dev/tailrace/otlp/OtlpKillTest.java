package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.LoggingProcesses;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a row are killed, while the server refuses, forgets and hangs up. */
class OtlpKillTest {
    private static final int ROUNDS = 8;
    private static final int PAUSE_MICROS = 300;

    @TempDir
    Path folder;

    private final Random random = new Random(20_261_127);
    private volatile boolean friendly;

    private void answer(HttpExchange exchange, LoggingProcesses processes) throws IOException {
        ExportLogsServiceRequest request;
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            request = ExportLogsServiceRequest.parseFrom(in);
        }
        int chance;
        synchronized (random) {
            chance = friendly ? 99 : random.nextInt(100);
        }
        if (chance < 15) {
            exchange.sendResponseHeaders(503, -1);
        } else if (chance < 20) {
            exchange.getResponseHeaders().add("Retry-After", "1");
            exchange.sendResponseHeaders(429, -1);
        } else if (chance < 30) {
            note(request, processes);
            // The connection ends without a word: the records arrived, and are sent again.
        } else {
            note(request, processes);
            exchange.sendResponseHeaders(200, -1);
        }
        exchange.close();
    }

    private static void note(ExportLogsServiceRequest request, LoggingProcesses processes) {
        for (ResourceLogs resource : request.getResourceLogsList()) {
            resource.getScopeLogsList()
                    .forEach(scope -> scope.getLogRecordsList()
                            .forEach(each -> processes.note(each.getBody().getStringValue())));
        }
    }

    @Test
    void killedProcesses_loseNothingThatReturned_andKeepTheOrder() throws Exception {
        LoggingProcesses processes = new LoggingProcesses(folder);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, processes));
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.start();
        try {
            configure(
                    folder,
                    "http://127.0.0.1:%d/v1/logs".formatted(server.getAddress().getPort()));
            List<ChildProcess> running = new ArrayList<>();
            for (int run = 0; run < ROUNDS; run++) {
                running.add(processes.start(run, PAUSE_MICROS, ""));
                processes.awaitCalls(run);
                if (running.size() > 2) {
                    kill(running.remove(random.nextInt(2)));
                }
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1000));
            }
            for (ChildProcess child : running) {
                kill(child);
            }
            friendly = true;
            processes.sendTheRest();

            assertThat(processes.check(ROUNDS)).isPositive();
        } finally {
            server.stop(0);
        }
    }

    private static void kill(ChildProcess child) {
        LoggingProcesses.kill(child, "TR2052", "Exception");
    }

    /** Writes the configuration of the processes to start. */
    static void configure(Path folder, String address) throws IOException {
        Files.writeString(folder.resolve("tailrace.xml"), """
                <configuration>
                  <appender name="OTLP" class="dev.tailrace.ShipAppender">
                    <target>otlp</target>
                    <address>%s</address>
                    <timeout>5 seconds</timeout>
                  </appender>
                  <root level="INFO"><appender-ref ref="OTLP"/></root>
                </configuration>
                """.formatted(address));
    }
}
