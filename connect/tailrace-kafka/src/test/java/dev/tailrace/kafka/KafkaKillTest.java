package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.ship.RowView;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.LoggingProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
 * Processes that log to a real broker are killed, at random or at a step, with another one beside them that goes on; something befalls the
 * broker or the process that sends meanwhile. {@code -Dkafka.rounds=100} for a long run; {@code -Dkafka.steps=50} adds rounds without a
 * fault, until so many processes have died at a step.
 */
@Tag("slow")
class KafkaKillTest {
    private static final int ROUNDS = Integer.getInteger("kafka.rounds", 4);
    private static final int DEATHS_AT_STEPS = Integer.getInteger("kafka.steps", 0);
    private static final boolean LONG = ROUNDS > 4 || DEATHS_AT_STEPS > 0;
    /** Less in a long run: what waits must not come to the cap. */
    private static final int PAUSE_MICROS = LONG ? 2000 : 300;

    private static final int STOPPED_SECONDS = 5;
    /** Longer than a batch may take; now and then in a long run. */
    private static final int LONG_STOPPED_SECONDS = 65;

    private static final Duration TAKEN_OVER = Duration.ofSeconds(20);
    /** For a step that may not come, such as the deletion of a file of 8 MB. */
    private static final Duration AT_A_STEP = Duration.ofSeconds(8);

    private static final String TOPIC = "logs";
    private static final String LAST = "last";
    private static final Path GUIDE = Path.of("../../docs/guide/kafka.md");
    private static final String ADDRESS = "broker.example:9092";

    /** What happens in a round, in turn; a short run has the first three. */
    private enum Fault {
        BROKER_KILLED,
        BROKER_STOPPED,
        SENDER_STOPPED,
        /** The sender is stopped, and goes on when another one has taken its log, which sends meanwhile. */
        TAKEOVER,
        BROKER_SLOW,
        BROKER_DISK_FULL,
        /** The sender waits for a minute then, unless it is killed. */
        BROKER_REFUSES;

        /** Of rounds from 1 on. */
        static Fault of(int round) {
            return values()[(round - 1) % values().length];
        }
    }

    /** Steps at which a sender dies. */
    private static final List<String> STEPS = List.of(
            "ship: before a request",
            "ship: before the commit",
            "ship: after a request",
            "ship: before the position",
            "ship: position written",
            "ship: going back",
            "ship: lock taken",
            "ship: file passed",
            "ship: before a deletion",
            "ship: deleted",
            "roll: renamed",
            "after a write",
            "takeover");

    @TempDir
    Path folder;

    private LoggingProcesses processes;
    private Broker.Child broker;
    private boolean hasDisk;
    private int killed;
    private int died;
    private int takenOver;
    private int full;

    @BeforeEach
    void prepare() throws Exception {
        processes = new LoggingProcesses(folder);
        broker = Broker.Child.in(folder);
        hasDisk = LONG && broker.mount();
        if (LONG && !hasDisk) {
            System.out.println("NOT RUN: needs root (the broker's disk isn't filled)");
        }
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
            int rounds = 1;
            for (; rounds < ROUNDS || died < DEATHS_AT_STEPS; rounds++) {
                ChildProcess next = start(rounds);
                if (rounds < ROUNDS) {
                    TimeUnit.MILLISECONDS.sleep(1000 + random.nextInt(2000));
                    befall(rounds, before);
                } else {
                    before.awaitEnd(AT_A_STEP);
                }
                end(before);
                before = next;
            }
            end(before);
            processes.sendTheRest();
            check(exactlyOnce, rounds);
        } finally {
            broker.close();
        }
    }

    private void befall(int round, ChildProcess sender) throws Exception {
        switch (Fault.of(round)) {
            case BROKER_KILLED -> {
                broker.kill();
                broker.start();
            }
            case BROKER_STOPPED -> {
                broker.process().stop();
                TimeUnit.SECONDS.sleep(round % 35 == 9 ? LONG_STOPPED_SECONDS : STOPPED_SECONDS);
                broker.process().resume();
            }
            case SENDER_STOPPED -> {
                // It may have died at a step.
                ChildProcess.signal(sender.pid(), "STOP");
                TimeUnit.SECONDS.sleep(STOPPED_SECONDS);
                ChildProcess.signal(sender.pid(), "CONT");
            }
            case TAKEOVER -> takeOver(sender);
            case BROKER_SLOW -> broker.slow(STOPPED_SECONDS * 2);
            case BROKER_REFUSES -> {
                broker.refuse(TOPIC, true);
                TimeUnit.SECONDS.sleep(STOPPED_SECONDS);
                broker.refuse(TOPIC, false);
            }
            case BROKER_DISK_FULL -> full += hasDisk && broker.fillDisk() ? 1 : 0;
        }
    }

    /** A stopped process keeps the lock of its log's records, unless the lock's file is deleted. */
    private void takeOver(ChildProcess sender) throws Exception {
        Path records = folder.resolve("tailrace-ship/KAFKA/records");
        sender.stop();
        TargetFigures before = RowView.figures(records);
        Files.delete(records.resolveSibling(".records.lock"));
        for (long end = System.nanoTime() + TAKEN_OVER.toNanos(); System.nanoTime() - end < 0; ) {
            TargetFigures now = RowView.figures(records);
            if (before != null && now != null && now.acknowledged() > before.acknowledged()) {
                takenOver++;
                break;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        sender.resume();
        TimeUnit.SECONDS.sleep(STOPPED_SECONDS);
    }

    private void end(ChildProcess process) {
        if (process.isAlive()) {
            killed++;
        } else {
            assertThat(process.status()).as(process.err()).isEqualTo(CrashPoint.STATUS);
            died++;
        }
        LoggingProcesses.kill(process, "TR2052", "\tat ");
    }

    /** In a long run two of three processes die at a step, unless they are killed before, but for the two of a takeover. */
    private ChildProcess start(int round) throws IOException, InterruptedException {
        boolean dies = round >= ROUNDS
                || (LONG
                        && round % 3 != 0
                        && Fault.of(round) != Fault.TAKEOVER
                        && Fault.of(round + 1) != Fault.TAKEOVER);
        ChildProcess started = processes.start(
                round,
                PAUSE_MICROS,
                round == 0 ? "acme" : "",
                dies
                        ? new String[] {
                            "-Dtailrace.crashStep=" + STEPS.get(round % STEPS.size()),
                            "-Dtailrace.crashAt=" + (1 + round / STEPS.size() % 3)
                        }
                        : new String[0]);
        if (dies) {
            // It may die before its first call.
            while (started.isAlive() && processes.calls(round, 0) == 0) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } else {
            processes.awaitCalls(round);
        }
        return started;
    }

    private void check(boolean exactlyOnce, int rounds) {
        Map<String, BitSet> numbers = new HashMap<>();
        int[] counts = new int[2];
        forEachArrived(each -> {
            String log = header(each, KafkaTarget.LOG);
            BitSet seen = numbers.computeIfAbsent(log, key -> new BitSet());
            int number = Integer.parseInt(header(each, KafkaTarget.NUMBER));
            counts[0]++;
            if (seen.get(number)) {
                counts[1]++;
            } else if (!each.value().equals(LAST)) {
                processes.note(each.value());
                assertThat(each.key()).isEqualTo(each.value().startsWith("0 ") ? "acme" : log);
                assertThat(each.timestamp()).isGreaterThan(1_764_000_000_000L);
            }
            seen.set(number);
        });
        System.out.printf(
                "exactly once: %s; %d killed, %d at a step, %d taken over, %d full; %d calls, %d records, %d twice%n",
                exactlyOnce, killed, died, takenOver, full, processes.check(rounds), counts[0], counts[1]);
        if (exactlyOnce) {
            assertThat(counts[1]).isZero();
        }
    }

    private static String header(ConsumerRecord<?, ?> arrived, String name) {
        return new String(arrived.headers().lastHeader(name).value(), StandardCharsets.US_ASCII);
    }

    /** All records of the topic, up to the one of the last process. */
    private void forEachArrived(Consumer<ConsumerRecord<String, String>> reader) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", broker.address(),
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            boolean last = false;
            for (long end = System.nanoTime() + ChildProcess.PATIENCE.toNanos(); !last; ) {
                assertThat(System.nanoTime()).isLessThan(end);
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(500))) {
                    reader.accept(each);
                    last = each.value().equals(LAST);
                }
            }
        }
    }
}
