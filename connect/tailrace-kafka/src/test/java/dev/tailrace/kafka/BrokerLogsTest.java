package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker with the appenders and loggers of its own configuration, whose files Tailrace writes, is killed while it makes topics. Log4j's
 * own appender writes each event beside it, later and before its call returns: so each line in its files must be in Tailrace's.
 */
@Tag("slow")
class BrokerLogsTest {
    private static final int KILLS = Integer.getInteger("broker.kills", 3);
    private static final int TOPICS = 30;
    private static final int RECORDS = 500;
    /** A call can be killed between the two appenders. */
    private static final int MOST_IN_FLIGHT = 20;

    private static final Path FIXTURE = Path.of("src/test/resources/kafka-log4j2.yaml");

    @TempDir
    Path folder;

    private Path logs;
    private Path witness;

    @BeforeEach
    void folders() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        witness = Files.createDirectory(logs.resolve("witness"));
    }

    @Test
    void killedBroker_whoseFilesTailraceWrites_losesNoLine() throws Exception {
        Files.writeString(
                folder.resolve("witness.yaml"),
                Files.readString(FIXTURE)
                        .replace("Tailrace:", "RollingFile:")
                        .replace("kafka.logs.dir}/", "kafka.logs.dir}/witness/")
                        .replaceAll("(\\w)Appender\\n", "$1Witness\n"));
        try (Broker.Child broker = Broker.Child.in(folder)) {
            for (int i = 0; i < KILLS; i++) {
                broker.start(this::onLog4j);
                work(broker.address(), i);
                broker.kill();
            }
            // Writes what the killed ones have left.
            broker.start(this::onLog4j);
            broker.process().signal("TERM");
            broker.process().status();
        }
        for (String log : List.of("server.log", "controller.log", "state-change.log")) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(missing(log)).as(log).isEmpty());
            List<String> written = lines(logs, log);
            assertThat(written).as(log).hasSizeGreaterThan(KILLS);
            int more = written.size() - lines(witness, log).size();
            System.out.println(log + ": " + written.size() + " lines, " + more + " of them in flight at a kill");
            assertThat(more).as(log).isBetween(0, MOST_IN_FLIGHT * KILLS);
        }
    }

    private JvmLauncher onLog4j(JvmLauncher launcher) {
        try {
            String classPath = System.getProperty("java.class.path");
            return launcher.classPath(Stream.of(classPath.split(File.pathSeparator, -1))
                            .filter(each -> !each.contains("tailrace-slf4j"))
                            .map(Path::of)
                            .toList())
                    .classPath(Origins.jars(Path.of("target/log4j").toAbsolutePath()))
                    .environment("TAILRACE_DIR", folder.resolve("lanes").toString())
                    .options(
                            "-Dkafka.logs.dir=" + logs,
                            "-Dlog4j2.configurationFile=" + FIXTURE.toAbsolutePath() + ","
                                    + folder.resolve("witness.yaml"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Produces records, and returns while topics are being made. */
    private static void work(String address, int round) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", address);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                sent.add(producer.send(new ProducerRecord<>("records", "record " + i)));
            }
            for (Future<?> each : sent) {
                each.get(1, TimeUnit.MINUTES);
            }
        }
        Admin admin = Admin.create(settings);
        try {
            for (int i = 0; i < TOPICS; i++) {
                admin.createTopics(List.of(new NewTopic("topic-" + round + "-" + i, 3, (short) 1)));
            }
            TimeUnit.MILLISECONDS.sleep(150L * (round + 1));
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** The lines that Log4j's own appender has written more often. */
    private List<String> missing(String log) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : lines(logs, log)) {
            counts.merge(line, 1, Integer::sum);
        }
        List<String> missing = new ArrayList<>();
        for (String line : lines(witness, log)) {
            if (counts.merge(line, -1, Integer::sum) < 0) {
                missing.add(line);
            }
        }
        return missing;
    }

    /** The whole lines of a log and of those rolled from it; a killed process may leave a part of one. */
    private static List<String> lines(Path folder, String log) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(log))
                    .sorted()
                    .toList()) {
                String text = Files.readString(file);
                text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(lines::add);
            }
        }
        return lines;
    }
}
