package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Processes that log to a real broker are killed, and so is the broker. */
@Tag("slow")
class KafkaKillTest {
    private static final int ROUNDS = 3;
    private static final int THREADS = 2;
    private static final String TOPIC = "logs";
    private static final Path GUIDE = Path.of("../../docs/guide/kafka.md");
    private static final String ADDRESS = "broker.example:9092";

    @TempDir
    Path folder;

    private final List<Integer> ports = new ArrayList<>();

    private ChildProcess broker() throws IOException {
        ChildProcess broker = JvmLauncher.of(
                        Broker.class,
                        folder.resolve("broker").toString(),
                        String.valueOf(ports.get(0)),
                        String.valueOf(ports.get(1)))
                .options("-Xmx384m", "-XX:TieredStopAtLevel=1", "-Dtailrace.config=" + folder.resolve("quiet.xml"))
                .in(folder)
                .start();
        broker.awaitLine("started");
        return broker;
    }

    private void configure(boolean exactlyOnce) throws IOException {
        Files.writeString(folder.resolve("quiet.xml"), "<configuration><root level='OFF'/></configuration>");
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("<configuration>");
        String example = guide.substring(from, guide.indexOf("```", from));
        assertThat(example).contains(ADDRESS, ">" + TOPIC + "<");
        Files.writeString(
                folder.resolve("tailrace.xml"),
                example.replace(ADDRESS, "127.0.0.1:" + ports.get(0)).replace("<encoder>", """
                        <exactlyOnce>%s</exactlyOnce>
                        <keyMdc>tenant</keyMdc>
                        <producer.transaction.timeout.ms>10000</producer.transaction.timeout.ms>
                        <encoder>
                        """.formatted(exactlyOnce)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void killedProcessesAndBroker_loseNothing_andExactlyOnceDoubleNothing(boolean exactlyOnce) throws Exception {
        for (int i = 0; i < 2; i++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports.add(free.getLocalPort());
            }
        }
        configure(exactlyOnce);
        Random random = new Random(20_261_127);
        ChildProcess broker = broker();
        try {
            for (int run = 0; run < ROUNDS; run++) {
                ChildProcess producer = start(Producer.class, String.valueOf(run));
                Path returned = folder.resolve("returned-" + run);
                await().atMost(ChildProcess.PATIENCE).until(() -> Files.exists(returned) && Files.size(returned) > 0);
                TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(2000));
                if (run == 1) {
                    broker.kill();
                    broker.awaitEnd(ChildProcess.PATIENCE);
                    broker = broker();
                }
                producer.kill();
                assertThat(producer.awaitEnd(ChildProcess.PATIENCE)).isTrue();
            }
            ChildProcess last = start(Last.class);
            assertThat(last.awaitEnd(ChildProcess.PATIENCE)).isTrue();
            // A process may have been killed in the middle of a call, which TR3014 says.
            assertThat(last.err()).doesNotContain("TR205", "Exception", "SLF4J");
            check(exactlyOnce);
        } finally {
            broker.close();
        }
    }

    private void check(boolean exactlyOnce) throws IOException {
        Map<String, Integer> next = new HashMap<>();
        Set<String> numbers = new HashSet<>();
        int doubles = 0;
        for (ConsumerRecord<String, String> each : arrived()) {
            String log = header(each, KafkaTarget.LOG);
            boolean fresh = numbers.add(log + header(each, KafkaTarget.NUMBER));
            doubles += fresh ? 0 : 1;
            if (fresh && !each.value().equals("last")) {
                String[] words = each.value().split(" ", -1);
                String thread = words[0] + " " + words[1];
                assertThat(each.key()).isEqualTo(words[0].equals("0") ? "acme" : log);
                assertThat(words[2]).as(thread).isEqualTo(String.valueOf(next.getOrDefault(thread, 0)));
                next.merge(thread, 1, Integer::sum);
            }
        }
        if (exactlyOnce) {
            assertThat(doubles).isZero();
        }
        for (int run = 0; run < ROUNDS; run++) {
            ByteBuffer returned = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("returned-" + run)));
            for (int thread = 0; thread < THREADS; thread++) {
                assertThat(next.getOrDefault(run + " " + thread, 0))
                        .as("records of thread %d of run %d", thread, run)
                        .isPositive()
                        .isGreaterThanOrEqualTo(returned.getInt(thread * Integer.BYTES));
            }
        }
    }

    private static String header(ConsumerRecord<?, ?> arrived, String name) {
        return new String(arrived.headers().lastHeader(name).value(), StandardCharsets.US_ASCII);
    }

    /** All records of the topic, up to the one of the last process. */
    private List<ConsumerRecord<String, String>> arrived() {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", "127.0.0.1:" + ports.get(0),
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            await().atMost(ChildProcess.PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(500)).forEach(all::add);
                return !all.isEmpty() && all.get(all.size() - 1).value().equals("last");
            });
        }
        return all;
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

    /** Logs numbered lines from several threads; notes the calls that have returned. */
    static final class Producer {
        private Producer() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Producer.class);
            String rest = "x".repeat(300);
            try (FileChannel file = FileChannel.open(
                    Path.of("returned-" + arguments[0]),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                ByteBuffer returned = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) THREADS * Integer.BYTES);
                for (int i = 0; i < THREADS; i++) {
                    int thread = i;
                    new Thread(() -> {
                                if (arguments[0].equals("0")) {
                                    MDC.put("tenant", "acme");
                                }
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
