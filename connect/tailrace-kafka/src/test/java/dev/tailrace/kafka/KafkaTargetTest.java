package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaTargetTest {
    /** Kafka's client waits for 10 s in each call while it knows no broker. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("slow")
    void send_noBroker_isTriedAgainAfterOneWait(boolean exactlyOnce) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        KafkaTarget target = new KafkaTarget("127.0.0.1:" + port, "logs", "0-0", exactlyOnce, Map.of());
        try {
            long start = System.nanoTime();

            Outcome outcome = target.send(Batch.of(new byte[12], new byte[12], new byte[12]), start + 60_000_000_000L);

            assertThat(outcome.kind()).isEqualTo(Outcome.Kind.RETRY);
            assertThat(outcome.reason()).startsWith("no answer in time: ");
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(18));
        } finally {
            target.close();
        }
    }

    /** A name server may start later than this process. A wrong setting stays wrong, and its value may be a secret. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void send_producerCanNotBeMade_saysWhy(boolean exactlyOnce) {
        KafkaTarget unresolved = new KafkaTarget("broker.invalid:9092", "logs", "0-0", exactlyOnce, Map.of());
        KafkaTarget wrong =
                new KafkaTarget("127.0.0.1:9092", "logs", "0-0", exactlyOnce, Map.of("security.protocol", "secret"));

        assertThat(unresolved.resume(deadline()).outcome().kind())
                .isEqualTo(exactlyOnce ? Outcome.Kind.RETRY : Outcome.Kind.ACCEPTED);
        assertThat(unresolved.send(batch("a"), deadline()))
                .isEqualTo(Outcome.retry(0, "no broker's name can be resolved"));
        assertThat(wrong.resume(deadline()).outcome().kind())
                .isEqualTo(exactlyOnce ? Outcome.Kind.HOLD : Outcome.Kind.ACCEPTED);
        assertThat(wrong.send(batch("a"), deadline())).isEqualTo(Outcome.hold("ConfigException: security.protocol"));
    }

    /** A sender that was stopped, and another has taken its log meanwhile: what it still sends isn't seen. */
    @Test
    @Tag("slow")
    void send_afterAnotherHasTakenTheLog_isRefused(@TempDir Path folder) throws IOException {
        try (Broker.Child broker = Broker.Child.in(folder)) {
            broker.start();
            KafkaTarget first = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of());
            KafkaTarget second = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of());
            try {
                assertThat(first.resume(deadline())).isEqualTo(Target.Resumed.NOWHERE);
                assertThat(first.send(batch("a"), deadline()).kind()).isEqualTo(Outcome.Kind.ACCEPTED);

                assertThat(second.resume(deadline()).place())
                        .isEqualTo(batch("a").after());
                Outcome late = first.send(batch("late"), deadline());
                assertThat(second.send(batch("b"), deadline()).kind()).isEqualTo(Outcome.Kind.ACCEPTED);

                assertThat(late.kind()).isEqualTo(Outcome.Kind.RETRY);
                assertThat(late.reason()).containsPattern("Fenced|Epoch");
                assertThat(values(broker.address())).containsExactly("a", "b");
                // It goes on only where the other one is.
                assertThat(first.resume(deadline()).place())
                        .isEqualTo(batch("b").after());
            } finally {
                first.close();
                second.close();
            }
        }
    }

    /** Others of its batch don't wait for a record that the topic never takes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("slow")
    void send_recordThatIsTooLargeForTheTopic_isSplit(boolean exactlyOnce, @TempDir Path folder) throws Exception {
        try (Broker.Child broker = Broker.Child.in(folder)) {
            broker.start();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
                NewTopic topic = new NewTopic("logs", 1, (short) 1).configs(Map.of("max.message.bytes", "2000"));
                admin.createTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
            }
            KafkaTarget target = new KafkaTarget(broker.address(), "logs", "0-0", exactlyOnce, Map.of());
            try {
                assertThat(target.resume(deadline())).isEqualTo(Target.Resumed.NOWHERE);
                assertThat(target.send(batch("x".repeat(5000)), deadline()).kind())
                        .isEqualTo(Outcome.Kind.SPLIT);
                assertThat(target.send(batch("b"), deadline()).kind()).isEqualTo(Outcome.Kind.ACCEPTED);
                assertThat(values(broker.address())).containsExactly("b");
            } finally {
                target.close();
            }
        }
    }

    /** What isn't known isn't nothing: the log would be sent again. */
    @Test
    @Tag("slow")
    void resume_brokerDoesNotSayThePlace_isTriedAgain(@TempDir Path folder) throws Exception {
        try (Broker.Child broker = Broker.Child.in(folder)) {
            broker.start();
            KafkaTarget target = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of());
            KafkaTarget next = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of());
            try (Producer<byte[], byte[]> other = new KafkaProducer<>(
                    Map.of("bootstrap.servers", broker.address(), "transactional.id", "other"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                assertThat(target.resume(deadline())).isEqualTo(Target.Resumed.NOWHERE);
                assertThat(target.send(batch("b"), deadline()).kind()).isEqualTo(Outcome.Kind.ACCEPTED);

                other.initTransactions();
                other.beginTransaction();
                other.sendOffsetsToTransaction(
                        Map.of(new TopicPartition("logs", 0), new OffsetAndMetadata(7, "")),
                        new ConsumerGroupMetadata("tailrace-0-0"));
                assertThat(next.resume(deadline()).outcome().reason()).contains("transaction is under way");
                other.abortTransaction();
                broker.refuse("logs", true);
                assertThat(next.resume(deadline()).outcome().reason()).contains("isn't allowed");
                assertThat(next.send(batch("c"), deadline()).kind()).isEqualTo(Outcome.Kind.HOLD);
                broker.refuse("logs", false);

                assertThat(next.resume(deadline()).place()).isEqualTo(batch("b").after());
            } finally {
                target.close();
                next.close();
            }
        }
    }

    /** A broker forgets what a group has committed once it has committed nothing for seven days. */
    @Test
    @Tag("slow")
    void idle_aDayAfterTheLastCommit_commitsThePlaceAgain(@TempDir Path folder) throws Exception {
        try (Broker.Child broker = Broker.Child.in(folder)) {
            broker.start();
            AtomicLong now = new AtomicLong();
            KafkaTarget target = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of(), now::get);
            KafkaTarget next = new KafkaTarget(broker.address(), "logs", "0-0", true, Map.of());
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
                assertThat(target.resume(deadline())).isEqualTo(Target.Resumed.NOWHERE);
                assertThat(target.send(batch("b"), deadline()).kind()).isEqualTo(Outcome.Kind.ACCEPTED);
                awaitPlace(admin);
                admin.deleteConsumerGroups(List.of("tailrace-0-0")).all().get(60, TimeUnit.SECONDS);

                now.addAndGet(TimeUnit.HOURS.toNanos(23));
                target.idle();
                await().during(Duration.ofSeconds(1)).until(() -> places(admin).isEmpty());

                now.addAndGet(TimeUnit.HOURS.toNanos(2));
                target.idle();
                awaitPlace(admin);

                assertThat(next.resume(deadline()).place()).isEqualTo(batch("b").after());
                assertThat(values(broker.address())).containsExactly("b");
            } finally {
                target.close();
                next.close();
            }
        }
    }

    /** The broker says it a moment after the commit. */
    private static void awaitPlace(Admin admin) {
        await().atMost(ChildProcess.PATIENCE)
                .until(() -> places(admin).equals(List.of(batch("b").after())));
    }

    /** What is committed for the log's group. */
    private static List<String> places(Admin admin) throws Exception {
        return admin
                .listConsumerGroupOffsets("tailrace-0-0", new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata()
                .get(60, TimeUnit.SECONDS)
                .values()
                .stream()
                .map(OffsetAndMetadata::metadata)
                .toList();
    }

    private static long deadline() {
        return System.nanoTime() + 60_000_000_000L;
    }

    /** A record without a key. */
    private static Batch batch(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        return Batch.of(ByteBuffer.allocate(KafkaEncoder.HEAD + text.length)
                .putLong(System.currentTimeMillis())
                .putShort((short) KafkaEncoder.NO_KEY)
                .put(text)
                .array());
    }

    private static List<String> values(String address) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", address, "isolation.level", "read_committed", "auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition("logs", 0)));
            await().atMost(ChildProcess.PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(500)).forEach(each -> values.add(each.value()));
                return values.contains("b");
            });
        }
        return values;
    }
}
