package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes that share a row are killed, while the server refuses, forgets and hangs up. */
class OtlpKillTest {
    private static final int ROUNDS = 8;
    static final int THREADS = 2;

    @TempDir
    Path folder;

    /** The highest number that arrived of each thread of each run, all below being there. */
    private final Map<String, Integer> arrived = new HashMap<>();

    private final List<String> outOfOrder = new ArrayList<>();
    private final Random random = new Random(20_261_127);
    private volatile boolean friendly;

    private void answer(HttpExchange exchange) throws IOException {
        ExportLogsServiceRequest request;
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            request = ExportLogsServiceRequest.parseFrom(in);
        }
        int chance;
        synchronized (arrived) {
            chance = friendly ? 99 : random.nextInt(100);
        }
        if (chance < 15) {
            exchange.sendResponseHeaders(503, -1);
        } else if (chance < 20) {
            exchange.getResponseHeaders().add("Retry-After", "1");
            exchange.sendResponseHeaders(429, -1);
        } else if (chance < 30) {
            note(request);
            // The connection ends without a word: the records arrived, and are sent again.
        } else {
            note(request);
            exchange.sendResponseHeaders(200, -1);
        }
        exchange.close();
    }

    private void note(ExportLogsServiceRequest request) {
        synchronized (arrived) {
            for (ResourceLogs resource : request.getResourceLogsList()) {
                resource.getScopeLogsList()
                        .forEach(scope -> scope.getLogRecordsList().forEach(this::note));
            }
        }
    }

    private void note(LogRecord logRecord) {
        String[] words = logRecord.getBody().getStringValue().split(" ", -1);
        if (words.length < 3) {
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
    void killedProcesses_loseNothingThatReturned_andKeepTheOrder() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.start();
        try {
            configure(
                    "http://127.0.0.1:%d/v1/logs".formatted(server.getAddress().getPort()));
            List<ChildProcess> running = new ArrayList<>();
            for (int run = 0; run < ROUNDS; run++) {
                running.add(startProducer(run));
                if (running.size() > 2) {
                    kill(running.remove(random.nextInt(2)));
                }
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1000));
            }
            for (ChildProcess child : running) {
                kill(child);
            }
            friendly = true;
            sendTheRest();

            synchronized (arrived) {
                assertThat(outOfOrder).isEmpty();
                for (int run = 0; run < ROUNDS; run++) {
                    ByteBuffer returned = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("returned-" + run)));
                    for (int thread = 0; thread < THREADS; thread++) {
                        int count = returned.getInt(thread * Integer.BYTES);
                        assertThat(count).isPositive();
                        assertThat(arrived.getOrDefault(run + " " + thread, 0))
                                .as("records of thread %d of run %d", thread, run)
                                .isGreaterThanOrEqualTo(count);
                    }
                }
            }
        } finally {
            server.stop(0);
        }
    }

    /** Writes the configuration of the processes to start. */
    void configure(String address) throws IOException {
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

    /** Starts a process, and waits until it logs. */
    ChildProcess startProducer(int run) throws IOException {
        ChildProcess child = start(Producer.class, String.valueOf(run));
        Path returned = folder.resolve("returned-" + run);
        await().atMost(ChildProcess.PATIENCE).until(() -> Files.exists(returned) && Files.size(returned) > 0);
        return child;
    }

    /** Starts a process that sends what killed ones have left, and waits for its end. */
    void sendTheRest() throws IOException {
        ChildProcess last = start(Last.class);
        assertThat(last.awaitEnd(ChildProcess.PATIENCE)).isTrue();
        // A process may have been killed in the middle of a call, which TR3014 says.
        assertThat(last.err()).doesNotContain("TR205", "Exception", "SLF4J");
    }

    private ChildProcess start(Class<?> main, String... arguments) throws IOException {
        return JvmLauncher.of(main, arguments)
                .options(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dtailrace.shutdown=120s",
                        "-Dtailrace.config=" + folder.resolve("tailrace.xml"))
                .in(folder)
                .start();
    }

    static void kill(ChildProcess child) {
        child.process().destroyForcibly();
        assertThat(child.awaitEnd(Duration.ofMinutes(1))).isTrue();
        assertThat(child.err()).doesNotContain("TR2052").doesNotContain("Exception");
    }

    /** Logs numbered lines of a kilobyte from several threads; notes the calls that have returned. */
    static final class Producer {
        private Producer() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Producer.class);
            String rest = "x".repeat(1000);
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
                                    LockSupport.parkNanos(300_000);
                                }
                            })
                            .start();
                }
                TimeUnit.HOURS.sleep(1);
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
