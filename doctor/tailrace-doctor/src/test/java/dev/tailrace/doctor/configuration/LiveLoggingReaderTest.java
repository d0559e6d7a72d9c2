package dev.tailrace.doctor.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tailrace.corpus.Corpus;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.testkit.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads what the agent wrote. */
@Tag("anyjdk")
class LiveLoggingReaderTest {
    private static final Path SAMPLE = Corpus.path("samples/live-logging.txt");

    @TempDir
    Path folder;

    private static Evidence read(Path file) {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        try {
            new LiveLoggingReader().read(Input.of(file), evidenceBuilder);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return evidenceBuilder.evidence();
    }

    private Evidence text(String text) throws IOException {
        return read(Files.writeString(folder.resolve("live.txt"), text));
    }

    private static LoggingConfiguration of(String library, Evidence evidence) {
        return evidence.all(LoggingConfiguration.class).stream()
                .filter(each -> each.library().equals(library))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void read_jboss_handlersAreJudged() {
        LoggingConfiguration jboss = of("jboss", read(SAMPLE));

        assertThat(jboss.isLive()).isTrue();
        assertThat(jboss.live())
                .contains("the root logger writes to AsyncHandler, PeriodicRotatingFileHandler", "17 of 512 places");
        assertThat(jboss.remarks())
                .extracting(each -> each.code() + " " + each.consumer() + " " + each.line())
                .containsExactly(
                        "TR5006 PeriodicRotatingFileHandler 24",
                        "TR5010 AsyncHandler 13",
                        "TR5013 AsyncHandler 13",
                        "TR5021 PeriodicRotatingFileHandler 32");
        assertThat(jboss.remarks().get(2).evidence()).containsExactly("AsyncHandler: 17 of 512 places taken");
    }

    @Test
    void read_logback_isJudgedLikeItsFileAndPointsIntoTheEvidence() {
        LoggingConfiguration logback = of("logback", read(SAMPLE));

        assertThat(logback.remarks())
                .extracting(each -> each.code() + " " + each.consumer() + " " + each.line())
                .contains("TR5001 RollingFileAppender 69", "TR5011 ASYNC 49")
                .doesNotContain("TR5014 ASYNC 49");
        assertThat(logback.remarks())
                .filteredOn(each -> each.code().equals("TR5001"))
                .singleElement()
                .satisfies(each -> assertThat(each.cause()).contains("/opt/shop/log/<shop> & \"more\".log"));
        assertThat(logback.outlooks()).singleElement().satisfies(each -> {
            assertThat(each.line()).isEqualTo(69);
            assertThat(each.queueSize()).isEqualTo(256);
            assertThat(each.stallSeconds()).isBetween(1.2, 1.4);
        });
    }

    @Test
    void differences_sameAndOther_areToldFromEachOther() throws IOException {
        String same = """
                <configuration>
                  <appender name="RollingFileAppender" class="ch.qos.logback.core.FileAppender"><file>${LOGS}/a</file>
                    <encoder><pattern>%msg%n</pattern></encoder></appender>
                  <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                    <appender-ref ref="RollingFileAppender"/></appender>
                  <root level="info"><appender-ref ref="ASYNC"/></root>
                </configuration>
                """;
        List<LoggingConfiguration> live = read(SAMPLE).all(LoggingConfiguration.class);
        EvidenceBuilder files = new EvidenceBuilder();
        ConfigurationEvidence reader = new ConfigurationEvidence();
        reader.read(Input.of(Files.writeString(folder.resolve("same.xml"), same)), files);
        reader.read(
                Input.of(Files.writeString(
                        folder.resolve("other.xml"),
                        same.replace(
                                        "<appender-ref ref=\"RollingFileAppender\"/>",
                                        "<queueSize>5000</queueSize><appender-ref ref=\"RollingFileAppender\"/>")
                                .replace(
                                        "<root level=\"info\">",
                                        "<logger name='a' level='DEBUG'/><root level='INFO'>"))),
                files);
        reader.read(
                Input.of(Files.writeString(
                        folder.resolve("log4j2.xml"),
                        "<Configuration><Loggers><Root level='info'/></Loggers></Configuration>")),
                files);
        List<LoggingConfiguration> read = files.evidence().all(LoggingConfiguration.class);

        assertThat(read.get(0).differences(live)).isEmpty();
        assertThat(read.get(1).differences(live))
                .containsExactly(
                        "ASYNC discardingThreshold is 51 in the process and 1000 in the file",
                        "ASYNC queueSize is 256 in the process and 5000 in the file",
                        "logger a level is only in the file (DEBUG)");
        assertThat(read.get(2).differences(live)).containsExactly("it does not log with Log4j 2");
        read.forEach(
                each -> assertThat(LoggingConfiguration.inForce(List.of(each))).containsExactly(each));
        List<LoggingConfiguration> all = new ArrayList<>(read);
        all.addAll(live);
        assertThat(LoggingConfiguration.inForce(all)).isEqualTo(live);
        all.removeAll(live);
        all.addAll(text("tailrace-doctor logging 1\ncontext=jul\n logger=\n").all(LoggingConfiguration.class));
        assertThat(LoggingConfiguration.inForce(all))
                .as("every JVM has java.util.logging")
                .isEqualTo(all);
    }

    @Test
    void read_whatItDoesNotKnow_isSaid() throws IOException {
        assertThat(text("tailrace-doctor logging 2\n").unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("another version"));
        assertThat(text("tailrace-doctor logging 1\n").unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).isEqualTo("The agent found no logging library at work."));
        Evidence evidence = text("""
                tailrace-doctor logging 1
                context=jul
                 logger=
                      deep=1
                context=log5
                nonsense
                cut=took too long
                """);
        assertThat(evidence.unread())
                .extracting(ParseProblem::why)
                .containsExactly(
                        "The agent wrote no more of the logging configuration: it was took too long.",
                        "They are nothing that the agent writes.");
        assertThat(evidence.unread().get(1).lines()).isEqualTo(3);
        assertThat(evidence.unread().get(1).source().line()).isEqualTo(4);
    }

    @Test
    void read_tooMuch_isCutAndSaid() {
        StringBuilder text = new StringBuilder("tailrace-doctor logging 1\ncontext=logback\n");
        for (int i = 0; i < 60_000; i++) {
            text.append(" appender=")
                    .append(i)
                    .append("\n  class=A\n  to=")
                    .append(i + 1)
                    .append('\n');
        }
        Evidence evidence = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> text(text.toString()));

        assertThat(evidence.unread())
                .singleElement()
                .satisfies(each -> assertThat(each.source().line()).isEqualTo(50_001));
    }

    @Test
    void read_damaged_neverThrowsHangsOrStaysSilent() throws IOException {
        byte[] sample = Files.readAllBytes(SAMPLE);
        for (long seed = 0; seed < 500; seed++) {
            Path file = Files.write(folder.resolve("damaged.txt"), Damage.of(sample, seed));
            Evidence evidence = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> read(file), "seed " + seed);

            assertThat(evidence.exhibits().size() + evidence.unread().size())
                    .as("seed " + seed)
                    .isPositive();
        }
    }
}
