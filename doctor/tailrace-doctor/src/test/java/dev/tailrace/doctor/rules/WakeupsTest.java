package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.configuration.ConfigurationEvidence;
import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.ContextSwitches;
import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logging thread that is woken for each event, told from one that sleeps between batches. */
class WakeupsTest {
    @TempDir
    Path folder;

    private static final String WORKER = "AsyncAppender-Worker-ASYNC";

    private static final List<Frame> LOGBACK_WAITS = List.of(
            new Frame("jdk.internal.misc.Unsafe", "park", "", Frame.NATIVE),
            new Frame("java.util.concurrent.ArrayBlockingQueue", "take", "ArrayBlockingQueue.java", 420),
            new Frame("ch.qos.logback.core.AsyncAppenderBase$Worker", "run", "AsyncAppenderBase.java", 289));

    @Test
    void check_workerThatIsWokenForEachEvent_isFound() {
        assertThat(codes(30_000)).containsExactly("TR3123");
    }

    @Test
    void check_workerThatSleepsBetweenBatches_isNoFinding() {
        assertThat(codes(100)).isEmpty();
    }

    @Test
    void check_workerThatTakesSeveralEventsEachTime_isNoFinding() {
        Evidence evidence = new Evidence(
                List.of(
                        dump(WORKER, LOGBACK_WAITS),
                        switches(0, "AsyncAppender-W", 0),
                        switches(10, "AsyncAppender-W", 14_000),
                        new LogFlow(Source.of("logs"), "/app.log", 10, 5_000_000, 5_000_000, 50_000, Map.of())),
                List.of());

        assertThat(Checked.of(evidence)).isEmpty();
    }

    @Test
    void check_threadOfTheApplicationThatWaitsOften_isNoneOfLoggings() {
        ContextSwitches before = switches(0, "http-nio-8080-e", 0);
        ContextSwitches after = switches(10, "http-nio-8080-e", 90_000);

        assertThat(codes(before, after)).isEmpty();
    }

    @Test
    void check_loggingThreadOfTheApplicationsOwn_isKnownByItsName() {
        assertThat(codes("log-writer", 30_000)).containsExactly("TR3123");
        assertThat(codes("auditLogWriter", 30_000)).containsExactly("TR3123");
        assertThat(codes("catalog-3", 30_000)).isEmpty();
        assertThat(codes("login-worker", 30_000)).isEmpty();
    }

    @Test
    void check_eventsThatComeOneByOneBecauseTheStackIsWalkedForEach_theWalkIsToldFirst() throws Exception {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        new ConfigurationEvidence()
                .read(Input.of(Files.writeString(folder.resolve("logback.xml"), """
                                <configuration>
                                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                                    <file>logs/app.log</file>
                                    <encoder><pattern>%d %C.%M %msg%n</pattern></encoder>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="FILE"/></root>
                                </configuration>
                                """)), evidenceBuilder);
        LoggingConfiguration configuration =
                evidenceBuilder.evidence().all(LoggingConfiguration.class).get(0);
        Evidence evidence = new Evidence(
                List.of(
                        configuration,
                        dump(WORKER, LOGBACK_WAITS),
                        switches(0, "AsyncAppender-W", 0),
                        switches(10, "AsyncAppender-W", 90_000)),
                List.of());

        assertThat(Checked.of(evidence).stream()
                        .filter(each -> each.severity().equals("warning"))
                        .map(Remark::code))
                .containsExactly("TR5021", "TR3123");
    }

    private static List<String> codes(String thread, long switches) {
        List<Frame> waits = List.of(
                new Frame("java.lang.Object", "wait", "", Frame.NATIVE),
                new Frame("com.example.Lines", "next", "Lines.java", 42),
                new Frame("com.example.Lines", "run", "Lines.java", 28));
        return codes(thread, waits, switches(0, thread, 5), switches(10, thread, 5 + switches));
    }

    private static List<String> codes(long switches) {
        return codes(switches(0, "AsyncAppender-W", 5), switches(10, "AsyncAppender-W", 5 + switches));
    }

    private static List<String> codes(EvidenceItem... looks) {
        return codes(WORKER, LOGBACK_WAITS, looks);
    }

    private static List<String> codes(String name, List<Frame> waits, EvidenceItem... looks) {
        Evidence evidence = new Evidence(List.of(dump(name, waits), looks[0], looks[1]), List.of());
        return Checked.of(evidence).stream().map(Remark::code).toList();
    }

    private static ThreadSample dump(String name, List<Frame> waits) {
        ThreadInfo worker =
                new ThreadInfo(name, "12", ThreadInfo.State.WAITING, 1, waits, List.of(), Source.of("dump"));
        return new ThreadSample(Source.of("dump"), null, "", List.of(worker), List.of());
    }

    private static ContextSwitches switches(long second, String name, long count) {
        return new ContextSwitches(Source.of("look"), second * 1_000_000_000L, Map.of(77L, count), Map.of(77L, name));
    }
}
