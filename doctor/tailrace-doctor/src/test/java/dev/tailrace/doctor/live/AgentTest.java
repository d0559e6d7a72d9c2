package dev.tailrace.doctor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.corpus.Programs;
import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.jvm.Connection;
import dev.tailrace.probe.jvm.Target;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks real processes for their logging configuration as it is. */
@Tag("slow")
class AgentTest {
    private static final String LOGBACK = "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider";
    private static final String LOG4J = "-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider";
    private static final String TAILRACE = "-Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider";
    private static final String QUEUES = "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED";

    @TempDir
    Path folder;

    private Diagnosis diagnosis(Path java, boolean agent, String program, String... flags) throws Exception {
        try (ChildProcess child = Programs.start(java, List.of(flags), Configured.class, program, folder.toString())) {
            return diagnosis(child, agent);
        }
    }

    /** Little time, of which much may be spent: it is not about the price here. */
    private Diagnosis diagnosis(ChildProcess child, boolean agent) throws Exception {
        Path archive = folder.resolve("evidence.zip");
        LiveRecording recording =
                HeldUp.record(new LiveOptions(child.pid(), Duration.ofSeconds(1), 1, archive, agent), line -> {});
        recording.notes().forEach(System.out::println);
        recording.disturbance().costs().stream()
                .filter(each -> each.what().equals("agent"))
                .forEach(System.out::println);
        return Doctor.examine(List.of(archive));
    }

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> codes(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(Remark::code).toList();
    }

    private static Remark remark(Diagnosis diagnosis, String code) {
        return diagnosis.remarks().stream()
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new AssertionError(code + " is not among " + diagnosis.remarks()));
    }

    /** The queue is full, nothing is on a disk, and all locks that could be wanted are held. */
    private void checkStuckLogback(Diagnosis diagnosis) {
        assertThat(codes(diagnosis)).contains("TR5011");
        Remark remark = remark(diagnosis, "TR5011");
        assertThat(remark.consumer()).isEqualTo("ASYNC");
        assertThat(remark.file()).endsWith("evidence.zip!logging/live.txt");
        assertThat(remark.line()).isPositive();
        assertThat(remark.evidence()).contains("ASYNC: 256 of 256 places taken");
        assertThat(diagnosis.lookedAt())
                .anyMatch(each -> each.startsWith("Logback as it was in the process: 3 appenders, 2 configured loggers")
                        && each.contains("the root logger writes to ASYNC; ASYNC: 256 of 256 places taken"));
        assertThat(remark(diagnosis, "TR5004").consumer()).isEqualTo("FILE");
        assertThat(diagnosis.recordingNotes()).noneMatch(each -> each.contains("--agent"));
    }

    @Test
    void logback_withoutAFile_isFoundAsItIsThoughAllItsLocksAreHeld() throws Exception {
        checkStuckLogback(diagnosis(Jdk.java(), true, "stuckLogback", LOGBACK, QUEUES));
    }

    @Test
    void logback_onJdk25_isFoundAsItIs() throws Exception {
        Path java = Jdk.java25().orElse(null);
        if (java == null) {
            System.out.println("NOT RUN: needs JDK 25");
            Assumptions.abort("needs JDK 25");
        }
        checkStuckLogback(diagnosis(java, true, "stuckLogback", LOGBACK, QUEUES));
    }

    @Test
    void withoutAgent_nothingIsLoadedAndItIsSaidWhatWouldTellMore() throws Exception {
        Path loaded = folder.resolve("loaded.txt");
        Diagnosis diagnosis =
                diagnosis(Jdk.java(), false, "stuckLogback", LOGBACK, QUEUES, "-Xlog:class+load=info:file=" + loaded);

        assertThat(Files.readString(loaded)).contains("Configured").doesNotContain("tailrace.probe.agent");
        assertThat(codes(diagnosis)).doesNotContain("TR5011");
        assertThat(diagnosis.recordingNotes()).anyMatch(each -> each.contains("--agent asks the process itself."));
    }

    @Test
    void logback_healthy_nothingIsFound() throws Exception {
        Path file = write("my-logback.xml", """
                <configuration>
                  <shutdownHook/>
                  <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                    <file>%1$s/app.log</file>
                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                      <fileNamePattern>%1$s/app-%%d.%%i.log.gz</fileNamePattern>
                      <maxFileSize>100MB</maxFileSize><maxHistory>5</maxHistory><totalSizeCap>1GB</totalSizeCap>
                    </rollingPolicy>
                    <encoder><pattern>%%d %%msg%%n</pattern></encoder>
                  </appender>
                  <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                    <queueSize>8192</queueSize><discardingThreshold>0</discardingThreshold>
                    <appender-ref ref="FILE"/>
                  </appender>
                  <root level="INFO"><appender-ref ref="ASYNC"/></root>
                </configuration>
                """.formatted(folder));
        Diagnosis diagnosis = diagnosis(Jdk.java(), true, "logback", LOGBACK, "-Dlogback.configurationFile=" + file);

        assertThat(diagnosis.remarks()).isEmpty();
        assertThat(diagnosis.lookedAt())
                .anyMatch(each -> each.contains("the root logger writes to ASYNC; ASYNC: 0 of 8,192 places taken"));
    }

    @Test
    void logback_otherThanItsFile_theProcessCountsAndThatIsSaid() throws Exception {
        Path file = write("my-logback.xml", """
                <configuration>
                  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%msg%n</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="OUT"/></root>
                </configuration>
                """);
        Diagnosis diagnosis =
                diagnosis(Jdk.java(), true, "otherLevels", LOGBACK, "-Dlogback.configurationFile=" + file);

        assertThat(remark(diagnosis, "TR3126").cause())
                .contains("config/01-my-logback.xml", "root logger level is DEBUG in the process and WARN in the file");
        assertThat(diagnosis.lookedAt()).noneMatch(each -> each.startsWith("the configuration "));
    }

    private Diagnosis log4j(String async, String... flags) throws Exception {
        Path file = write("my-log4j2.xml", """
                <Configuration>
                  <Appenders>
                    <RollingFile name="FILE" fileName="%1$s/app.log" filePattern="%1$s/app-%%i.log" immediateFlush="false">
                      <PatternLayout pattern="%%d %%m%%n"/>
                      <SizeBasedTriggeringPolicy size="50MB"/>
                      <DefaultRolloverStrategy max="3"/>
                    </RollingFile>
                    <Async name="ASYNC" bufferSize="2048" blocking="%2$s"><AppenderRef ref="FILE"/></Async>
                  </Appenders>
                  <Loggers><Root level="info"><AppenderRef ref="ASYNC"/></Root></Loggers>
                </Configuration>
                """.formatted(folder, async));
        List<String> all = new ArrayList<>(List.of(LOG4J, "-Dlog4j2.configurationFile=" + file));
        all.addAll(List.of(flags));
        return diagnosis(Jdk.java(), true, "log4j", all.toArray(new String[0]));
    }

    @Test
    void log4j_droppingWhileItsQueueIsEmpty_isOnlyWorthKnowing() throws Exception {
        Diagnosis diagnosis = log4j("false");

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(remark(diagnosis, "TR5013").evidence()).contains("ASYNC: 0 of 2,048 places taken");
    }

    @Test
    void log4j_healthyAndAllAsynchronous_itsRingIsTold() throws Exception {
        Diagnosis diagnosis = log4j(
                "true",
                "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector",
                "-Dlog4j2.asyncLoggerRingBufferSize=256",
                "-Dlog4j2.asyncLoggerWaitStrategy=Yield");

        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.lookedAt())
                .anyMatch(
                        each -> each.contains("the ring of all loggers: 0 of 256 places taken (YieldingWaitStrategy)"));
        assertThat(remark(diagnosis, "TR5010").cause())
                .startsWith("The ring that all asynchronous loggers share takes 256 events.");
    }

    @Test
    void jul_fileOnTheRoot_isTold() throws Exception {
        Diagnosis diagnosis = diagnosis(Jdk.java(), true, "talkativeJul");

        assertThat(remark(diagnosis, "TR5006").cause()).startsWith("The root logger has FileHandler");
        assertThat(remark(diagnosis, "TR5030").cause()).contains("from FINE on to FileHandler");
        assertThat(diagnosis.lookedAt())
                .contains("java.util.logging as it was in the process: 1 appender, 2 configured loggers;"
                        + " the root logger writes to FileHandler");
    }

    @Test
    void jul_healthy_nothingIsSaid() throws Exception {
        assertThat(diagnosis(Jdk.java(), true, "jul").remarks()).isEmpty();
    }

    /** Of both generations that are in use; what a constructor takes is a property besides in the older one, and must not be one in the newer. */
    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void jboss_fullOfWhatMayGoWrong_isFoundAsItIs(String version) throws Exception {
        Path file = write("logging.properties", """
                loggers=com.acme.audit
                logger.level=INFO
                logger.handlers=ASYNC
                logger.com.acme.audit.level=TRACE
                logger.com.acme.audit.useParentHandlers=false
                logger.com.acme.audit.handlers=FILE
                handler.ASYNC=org.jboss.logmanager.handlers.AsyncHandler
                handler.ASYNC.properties=overflowAction%2$s
                handler.ASYNC.constructorProperties=queueLength
                handler.ASYNC.queueLength=300
                handler.ASYNC.overflowAction=DISCARD
                handler.ASYNC.handlers=FILE
                handler.FILE=org.jboss.logmanager.handlers.PeriodicRotatingFileHandler
                handler.FILE.formatter=PATTERN
                handler.FILE.properties=autoFlush,append,suffix,fileName
                handler.FILE.constructorProperties=fileName
                handler.FILE.autoFlush=true
                handler.FILE.append=true
                handler.FILE.suffix=.yyyy-MM-dd
                handler.FILE.fileName=%1$s/app.log
                formatter.PATTERN=org.jboss.logmanager.formatters.PatternFormatter
                formatter.PATTERN.properties=pattern
                formatter.PATTERN.pattern=%%d %%C.%%M %%s%%n
                """.formatted(folder, version.equals("2") ? ",queueLength" : ""));
        List<String> flags = List.of(
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-Dlogging.configuration=" + file.toUri());
        Diagnosis diagnosis;
        try (ChildProcess child =
                Programs.start(Jdk.java(), flags, jboss(version), Configured.class, "jboss", folder.toString())) {
            diagnosis = diagnosis(child, true);
        }

        assertThat(diagnosis.lookedAt())
                .anyMatch(each -> each.startsWith("JBoss LogManager as it was in the process: 2 appenders, ")
                        && each.endsWith("the root logger writes to AsyncHandler; AsyncHandler: 0 of 300 places taken"))
                .noneMatch(each -> each.startsWith("java.util.logging as it was in the process"));
        assertThat(codes(diagnosis)).containsExactlyInAnyOrder("TR5013", "TR5021");
        assertThat(remark(diagnosis, "TR5021").consumer()).isEqualTo("PeriodicRotatingFileHandler");
        assertThat(remark(diagnosis, "TR5006").cause()).startsWith("The logger \"com.acme.audit\" has Periodic");
        assertThat(diagnosis.isReadable()).isTrue();
        assertThat(diagnosis.remarks()).extracting(Remark::code).doesNotContain("TR3190", "TR3126");
    }

    private static String jboss(String version) throws Exception {
        try (Stream<Path> jars = Files.list(Path.of("target", "jboss", version))) {
            return jars.map(each -> each.toAbsolutePath() + File.pathSeparator).collect(Collectors.joining());
        }
    }

    @Test
    void tailrace_isToldAsItIs() throws Exception {
        Path file = write("tailrace.xml", """
                <configuration>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>%s/app.log</file>
                    <encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="FILE"/></root>
                </configuration>
                """.formatted(folder));
        Diagnosis diagnosis = diagnosis(Jdk.java(), true, "tailrace", TAILRACE, "-Dtailrace.config=" + file);

        assertThat(diagnosis.remarks()).isEmpty();
        assertThat(diagnosis.lookedAt())
                .anyMatch(each -> each.startsWith("Tailrace as it was in the process: 1 appender,"));
    }

    @Test
    void librariesThatAreNotInUse_areNotInitialisedAndNothingStaysBehind() throws Exception {
        Path initialised = folder.resolve("initialised.txt");
        List<String> flags = List.of("-Xlog:class+init=info:file=" + initialised);
        try (ChildProcess child = Programs.start(Jdk.java(), flags, Configured.class, "silent", folder.toString())) {
            Set<String> before = threads(child.pid());
            Diagnosis diagnosis = diagnosis(child, true);

            assertThat(diagnosis.remarks())
                    .extracting(Remark::cause)
                    .anyMatch(each -> each.contains("The agent found no logging library at work."));
            Set<String> after = threads(child.pid());
            after.removeAll(before);
            // The JVM itself begins and ends threads that compile and collect as it likes.
            assertThat(after).allMatch(each -> each.matches("Attach Listener|C[12] CompilerThread.*|G[1C] .*"));
        }
        assertThat(Files.readString(initialised))
                .contains("dev.tailrace.probe.agent.LiveLogging")
                .doesNotContain("org.slf4j", "ch.qos.logback", "org.apache.logging", "java.util.logging.LogManager'");
        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            String own = "tailrace-doctor-" + ProcessHandle.current().pid() + "-";
            assertThat(left).noneMatch(each -> each.getFileName().toString().startsWith(own));
        }
    }

    private static Set<String> threads(long pid) throws Exception {
        try (Connection connection = Connection.to(Target.of(pid))) {
            return connection
                    .run("Thread.print")
                    .lines()
                    .filter(each -> each.startsWith("\""))
                    .map(each -> each.substring(1, each.indexOf('"', 1)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void processThatForbidsIt_isSaidInPlainWordsAndTheRestIsRecorded() throws Exception {
        Diagnosis diagnosis = diagnosis(Jdk.java(), true, "jul", "-XX:-EnableDynamicAgentLoading");

        assertThat(diagnosis.isReadable()).isTrue();
        assertThat(diagnosis.recordingNotes())
                .contains(
                        "Loading the agent failed: the process was started with -XX:-EnableDynamicAgentLoading, which forbids"
                                + " it.");
    }

    @Test
    void littleIsLeft_theAgentIsLeftOut() throws Exception {
        try (ChildProcess child = Programs.start(Jdk.java(), List.of(), Configured.class, "jul", folder.toString())) {
            Path archive = folder.resolve("evidence.zip");
            LiveRecording recording = LiveRecorder.record(
                    new LiveOptions(child.pid(), Duration.ofSeconds(1), 0.05, archive, true), line -> {});

            assertThat(recording.notes()).anyMatch(each -> each.contains("the agent may cost 100 ms"));
            assertThat(recording.disturbance().costs())
                    .noneMatch(each -> each.what().equals("agent"));
        }
    }
}
