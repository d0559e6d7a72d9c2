package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.LoggingProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that log to a real broker are killed, at random or at a step, with another one beside them that goes on; the broker is killed
 * and stopped. {@code -Dkafka.rounds=100} for a long run.
 */
@Tag("slow")
class KafkaKillTest {
    private static final int ROUNDS = Integer.getInteger("kafka.rounds", 4);
    private static final int PAUSE_MICROS = 300;
    private static final int STOPPED_SECONDS = 5;
    /** Longer than a batch may take; now and then in a long run. */
    private static final int LONG_STOPPED_SECONDS = 65;

    private static final String TOPIC = "logs";
    private static final Path GUIDE = Path.of("../../docs/guide/kafka.md");
    private static final String ADDRESS = "broker.example:9092";

    /** Steps at which a sender dies. */
    private static final List<String> STEPS = List.of(
            "ship: before a request",
            "ship: after a request",
            "ship: before the position",
            "ship: position written",
            "ship: going back",
            "ship: lock taken",
            "roll: renamed",
            "after a write",
            "takeover");

    @TempDir
    Path folder;

    private LoggingProcesses processes;
    private Broker.Child broker;

    @BeforeEach
    void prepare() throws IOException {
        processes = new LoggingProcesses(folder);
        broker = Broker.Child.in(folder);
    }

    private void configure(boolean exactlyOnce) throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("<configuration>");
        String example = guide.substring(from, guide.indexOf("```", from));
        assertThat(example).contains(ADDRESS, ">" + TOPIC + "<");
        Files.writeString(
                folder.resolve("tailrace.xml"),
                example.replace(ADDRESS, broker.address()).replace("<encoder>", """
                        <exactlyOnce>%s</exactlyOnce>
                        <key>mdc:tenant</key>
                        <producer.transaction.timeout.ms>10000</producer.transaction.timeout.ms>
                        <encoder>
                        """.formatted(exactlyOnce)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void killedProcessesAndBroker_loseNothing_andExactlyOnceDoubleNothing(boolean exactlyOnce) throws Exception {
        configure(exactlyOnce);
        Random random = new Random(20_261_127);
        try {
            broker.start();
            ChildProcess before = start(0);
            for (int run = 1; run < ROUNDS; run++) {
                ChildProcess next = start(run);
                TimeUnit.MILLISECONDS.sleep(1000 + random.nextInt(2000));
                if (run % 4 == 1) {
                    broker.kill();
                    broker.start();
                } else if (run % 4 == 2) {
                    broker.process().stop();
                    TimeUnit.SECONDS.sleep(run % 20 == 10 ? LONG_STOPPED_SECONDS : STOPPED_SECONDS);
                    broker.process().resume();
                } else if (run % 4 == 3) {
                    before.stop();
                    TimeUnit.SECONDS.sleep(STOPPED_SECONDS);
                    before.resume();
                }
                LoggingProcesses.kill(before, "TR2052", "Exception");
                before = next;
            }
            LoggingProcesses.kill(before, "TR2052", "Exception");
            processes.sendTheRest();
            check(exactlyOnce);
        } finally {
            broker.close();
        }
    }

    /** In a long run each second process dies at a step, unless it is killed before. */
    private ChildProcess start(int run) throws IOException, InterruptedException {
        boolean dies = ROUNDS > 10 && run % 2 == 1;
        ChildProcess started = processes.start(
                run,
                PAUSE_MICROS,
                run == 0 ? "acme" : "",
                dies
                        ? new String[] {
                            "-Dtailrace.crashStep=" + STEPS.get(run / 2 % STEPS.size()),
                            "-Dtailrace.crashAt=" + (1 + run / 2 / STEPS.size())
                        }
                        : new String[0]);
        if (dies) {
            // It may die before its first call.
            started.awaitEnd(Duration.ofSeconds(10));
        } else {
            processes.awaitCalls(run);
        }
        return started;
    }

    private void check(boolean exactlyOnce) throws IOException {
        Set<String> numbers = new HashSet<>();
        int doubles = 0;
        for (ConsumerRecord<String, String> each : arrived()) {
            String log = header(each, KafkaTarget.LOG);
            if (!numbers.add(log + header(each, KafkaTarget.NUMBER))) {
                doubles++;
            } else if (!each.value().equals("last")) {
                processes.note(each.value());
                assertThat(each.key()).isEqualTo(each.value().startsWith("0 ") ? "acme" : log);
                assertThat(each.timestamp()).isGreaterThan(1_764_000_000_000L);
            }
        }
        System.out.println("exactly once: " + exactlyOnce + "; " + processes.check(ROUNDS) + " calls, " + numbers.size()
                + " records, " + doubles + " twice");
        if (exactlyOnce) {
            assertThat(doubles).isZero();
        }
    }

    private static String header(ConsumerRecord<?, ?> arrived, String name) {
        return new String(arrived.headers().lastHeader(name).value(), StandardCharsets.US_ASCII);
    }

    /** All records of the topic, up to the one of the last process. */
    private List<ConsumerRecord<String, String>> arrived() {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", broker.address(),
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
}
