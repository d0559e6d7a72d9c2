package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.page.DiagnosisPage;
import dev.tailrace.doctor.page.LinesToCopy;
import dev.tailrace.lint.remark.Remark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of trouble is found with its cause and consumer, and the same threads without it are healthy. */
@Tag("anyjdk")
class DiagnosisRulesTest {
    private static final String LOGBACK = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>logs/app.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                  <fileNamePattern>logs/app.%i.log.gz</fileNamePattern>
                </rollingPolicy>
                <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                  <maxFileSize>4GB</maxFileSize>
                </triggeringPolicy>
                <encoder><pattern>%d %msg%n</pattern></encoder>
              </appender>
              <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="FILE"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC"/></root>
            </configuration>
            """;

    @TempDir
    Path folder;

    private final DumpText text = new DumpText();

    private Diagnosis examine(Path... more) throws Exception {
        Path dumps = text.write(folder.resolve("dumps.txt"));
        List<Path> files = new ArrayList<>(List.of(dumps));
        files.addAll(List.of(more));
        return Doctor.examine(files);
    }

    private static Remark first(Diagnosis diagnosis) {
        assertThat(diagnosis.findings()).isNotEmpty();
        return diagnosis.findings().get(0);
    }

    @Test
    void compressionInARoll_isNamedWithPolicyFileAndStalls() throws Exception {
        healthyLogback();
        for (int i = 0; i < 47; i++) {
            text.dump()
                    .threads(300, "akka", Stacks.LOGBACK_FULL)
                    .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_COMPRESSES, 990)
                    .threads(12, "pool-1-thread", DumpText.IDLE_EXECUTOR);
        }
        healthyLogback();
        Diagnosis diagnosis = examine(Files.writeString(folder.resolve("logback.xml"), LOGBACK));

        Remark remark = first(diagnosis);
        assertThat(remark.code()).isEqualTo("TR3101");
        assertThat(remark.consumer())
                .contains("AsyncAppender-Worker-ASYNC", "compresses", "FixedWindowRollingPolicy.rollover");
        assertThat(remark.cause()).contains("300 threads wait", "queue of Logback", "46 s");
        assertThat(remark.evidence().get(0))
                .contains(
                        "05:00:01 to 05:00:47",
                        "300 of the application's 313 threads",
                        "AsyncAppenderBase.put",
                        "none before and after");
        assertThat(remark.evidence().get(2))
                .contains(
                        "logback.xml:4", "FixedWindowRollingPolicy", "4 GB", "logs/app.log", ".gz", "46 s seen", "256");
        assertThat(diagnosis.findings()).extracting(Remark::code).doesNotContain("TR5001");
        assertThat(DiagnosisPage.of(diagnosis).html()).contains("TR3101", "Threads over time");
    }

    private void healthyLogback() {
        text.dump()
                .threads(300, "akka", DumpText.IDLE_EXECUTOR)
                .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_WORKER_IDLE)
                .threads(12, "pool-1-thread", DumpText.IDLE_EXECUTOR);
    }

    @Test
    void idlePools_areHealthy() throws Exception {
        healthyLogback();
        healthyLogback();
        Diagnosis diagnosis = examine();

        assertThat(diagnosis.remarks()).isEmpty();
        assertThat(diagnosis.lookedAt()).singleElement().asString().contains("2 thread dumps of up to 313 threads");
        assertThat(diagnosis.isReadable()).isTrue();
    }

    @Test
    void singleDump_isEnoughForAFullQueue() throws Exception {
        text.dump()
                .threads(20, "http", Stacks.LOGBACK_FULL)
                .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_TO_STDOUT);

        assertThat(first(examine()).code()).isEqualTo("TR3103");
    }

    @Test
    void workerThatLogsIntoItsOwnFullQueue_isTheCauseForAll() throws Exception {
        for (int i = 0; i < 3; i++) {
            text.dump()
                    .threads(8, "http", Stacks.LOGBACK_FULL)
                    .threads(
                            1,
                            "AsyncAppender-Worker-ASYNC",
                            Stacks.LOGBACK_IN_OWN_QUEUE.stream()
                                    .map(each -> each.replace(
                                            "com.acme.shop.Audit.append", "org.apache.kafka.clients.Net.send"))
                                    .toList());
        }
        Diagnosis diagnosis = examine();
        Remark remark = first(diagnosis);

        assertThat(remark.code()).isEqualTo("TR3105");
        // The lines to copy name the code that logs, be it a library's.
        assertThat(LinesToCopy.of(diagnosis, remark))
                .anyMatch(each -> each.contains("\"org.apache.kafka.clients.Net\""));
        assertThat(remark.consumer()).contains("AsyncAppender-Worker-ASYNC");
        assertThat(remark.evidence()).anyMatch(each -> each.contains("AsyncAppenderBase.put"));
    }

    /** The holder is in the write in each dump, and in another write each time: it waits for a processor. */
    @Test
    void writersOfAStarvedMachine_areNoSlowDisk() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(8, "http", Stacks.LOGBACK_LOCK).threads(1, "writer", Stacks.LOGBACK_TO_FILE, 5);
        }

        assertThat(first(examine()).code()).isEqualTo("TR3102");
        assertThat(first(examine(LogFilesTest.recording(folder, 31, List.of()))).code())
                .isEqualTo("TR3111");
        assertThat(first(examine(LogFilesTest.recording(folder, 1.5, List.of())))
                        .code())
                .isEqualTo("TR3102");
    }

    @Test
    void workerGone_isSaid() throws Exception {
        text.dump().threads(9, "http", Stacks.LOGBACK_FULL);
        text.dump().threads(9, "http", Stacks.LOGBACK_FULL);

        assertThat(first(examine()).code()).isEqualTo("TR3109");
    }

    @Test
    void fileLockOfAnotherProcess_isFoundBehindTheAppendersLock() throws Exception {
        for (int i = 0; i < 4; i++) {
            text.dump().threads(6, "http", Stacks.LOGBACK_LOCK).threads(1, "writer", Stacks.LOGBACK_PRUDENT);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3106");
        assertThat(remark.consumer()).contains("\"writer\"", "lock on a file");
    }

    /** The handler is the application's own: that it is logging's is known by the call of java.util.logging around it. */
    @Test
    void fileLockInAHandlerOfItsOwn_isFoundBehindItsMonitor() throws Exception {
        List<String> call = List.of(
                "at java.util.logging.Logger.log(java.logging@17/Logger.java:979)",
                "at java.util.logging.Logger.info(java.logging@17/Logger.java:1802)",
                "at com.acme.shop.Orders.fill(Orders.java:42)");
        List<String> blocked = Stacks.join(
                List.of(
                        "BLOCKED (on object monitor)",
                        "at com.acme.log.SharedHandler.publish(SharedHandler.java:20)",
                        "- waiting to lock <0x00000000e0c37eee> (a com.acme.log.SharedHandler)"),
                call);
        List<String> locks = Stacks.join(
                List.of(
                        "RUNNABLE",
                        "at sun.nio.ch.FileDispatcherImpl.lock0(java.base@17/Native Method)",
                        "at sun.nio.ch.FileChannelImpl.lock(java.base@17/FileChannelImpl.java:1273)",
                        "at com.acme.log.SharedHandler.publish(SharedHandler.java:22)",
                        "- locked <0x00000000e0c37eee> (a com.acme.log.SharedHandler)"),
                call);
        for (int i = 0; i < 3; i++) {
            text.dump().threads(7, "http", blocked).threads(1, "writer", locks);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3106");
        assertThat(remark.cause()).contains("java.util.logging", "\"writer\"");
        assertThat(examine().findings()).hasSize(1);
    }

    @Test
    void secondRollDuringACompression_isFollowedFromRingToCompressor() throws Exception {
        for (int i = 0; i < 5; i++) {
            text.dump()
                    .threads(40, "http", Stacks.LOG4J_RING_FULL, 30)
                    .threads(1, "Log4j2-TF-1-AsyncLogger[AsyncContext@1]-1", Stacks.LOG4J_SECOND_ROLL)
                    .threads(1, "Log4j2-TF-2-RollingFileManager-2", Stacks.LOG4J_COMPRESSES, 900);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3101");
        assertThat(remark.consumer()).contains("RollingFileManager-2");
        assertThat(remark.cause()).contains("Log4j 2");
    }

    @Test
    void aFewThatHappenToMeetAtTheLock_areHealthy() throws Exception {
        for (int i = 0; i < 20; i++) {
            text.dump()
                    .threads(i % 3, "http", Stacks.LOGBACK_LOCK, 20)
                    .threads(10, "busy", Stacks.RUNS, 300)
                    .threads(1, "writer", Stacks.RUNS, 300)
                    .threads(40, "idle", DumpText.IDLE_EXECUTOR);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void slowDatabase_isSaidAndLoggingAcquitted() throws Exception {
        for (int i = 0; i < 5; i++) {
            text.dump().threads(12, "http", Stacks.DATABASE).threads(30, "idle", DumpText.IDLE_EXECUTOR);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3142");
        assertThat(remark.cause()).contains("12 threads", "logging has no part");
    }

    @Test
    void databaseThatAnswers_isHealthy() throws Exception {
        for (int i = 0; i < 10; i++) {
            text.dump().threads(6, "http", Stacks.DATABASE, 40).threads(6, "more", Stacks.RUNS, 300);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void lockConvoy_namesItsHolderAndAcquitsLogging() throws Exception {
        for (int i = 0; i < 5; i++) {
            text.dump().threads(15, "http", Stacks.BLOCKED_IN_CACHE).threads(1, "loader", Stacks.LOADS_CACHE, 900);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3141");
        assertThat(remark.consumer()).contains("\"loader\"");
        assertThat(remark.evidence().get(1)).contains("com.acme.shop.Cache.load");
    }

    @Test
    void workerThatSpins_isFoundAlsoWhereItsLoopWasCompiledIntoTheCaller() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(1, "Log4j2-TF-1-AsyncLogger-1", i % 2 == 0 ? Stacks.LOG4J_SPINS : Stacks.LOG4J_LOOPS, 900);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3120");
        assertThat(remark.evidence().get(0)).isEqualTo("seen so in 6 of 6 dumps");
    }

    @Test
    void workerThatYieldsItsProcessor_isNoFinding() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(1, "Log4j2-TF-1-AsyncLogger-1", Stacks.LOG4J_LOOPS, 100);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void holderThatSleeps_isSaidToSleep() throws Exception {
        for (int i = 0; i < 5; i++) {
            text.dump().threads(15, "http", Stacks.BLOCKED_IN_CACHE).threads(1, "loader", Stacks.SLEEPS_IN_CACHE);
        }
        Remark remark = first(examine());

        assertThat(remark.code()).isEqualTo("TR3141");
        assertThat(remark.consumer()).isEqualTo("\"loader\" sleeps meanwhile");
        assertThat(remark.cause()).contains("\"loader\" holds it and sleeps meanwhile; logging has no part in it.");
    }

    @Test
    void convoyBehindAThreadThatCantLog_isNotACauseOfItsOwn() throws Exception {
        List<String> holder =
                Stacks.join(Stacks.LOGBACK_FULL, List.of("- locked <0x00000000e0c37ddd> (a com.acme.shop.Cache)"));
        for (int i = 0; i < 5; i++) {
            text.dump()
                    .threads(15, "http", Stacks.BLOCKED_IN_CACHE)
                    .threads(5, "logs", holder)
                    .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_TO_STDOUT);
        }
        assertThat(examine().findings()).extracting(Remark::code).containsExactly("TR3103");
    }

    @Test
    void configurationAlone_isJudged() throws Exception {
        Path file = Files.writeString(folder.resolve("logback.xml"), LOGBACK);
        Diagnosis diagnosis = Doctor.examine(List.of(file));

        assertThat(diagnosis.findings()).extracting(Remark::code).containsExactly("TR5001");
        assertThat(diagnosis.remarks()).extracting(Remark::code).contains("TR5010");
    }

    /** What is lost only while a queue is full is no finding where its worker waits for events. */
    @Test
    void dropsOfAFullQueue_whileItsWorkerIsIdle_areOnlyWorthKnowing() throws Exception {
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                LOGBACK.replace(".gz", "").replace("<discardingThreshold>0</discardingThreshold>", ""));
        text.dump()
                .threads(300, "akka", DumpText.IDLE_EXECUTOR)
                .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_TO_FILE, 900);
        assertThat(examine(file).findings()).extracting(Remark::code).containsExactly("TR5011");

        healthyLogback();
        Diagnosis diagnosis = examine(file);
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.remarks()).extracting(Remark::code).contains("TR5011");
    }

    @Test
    void filesThatYieldNothing_areToldAndNotReadable() throws Exception {
        Diagnosis diagnosis = Doctor.examine(List.of(
                Files.writeString(folder.resolve("notes.txt"), "nothing to see\n"),
                Files.writeString(folder.resolve("empty.txt"), ""),
                folder.resolve("missing.txt"),
                Files.createDirectory(folder.resolve("nothing")),
                Files.writeString(folder.resolve("pom.xml"), "<project/>")));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.remarks())
                .hasSize(5)
                .allSatisfy(each -> assertThat(each.code()).isEqualTo("TR3191"));
    }

    @Test
    void codes_areUniqueAndDocumented() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "reference", "doctor.md"));

        assertThat(DiagnosisCode.values()).extracting(DiagnosisCode::code).doesNotHaveDuplicates();
        for (DiagnosisCode each : DiagnosisCode.values()) {
            assertThat(page)
                    .as(each.name())
                    .contains("### <a id=\"" + each.code().toLowerCase(Locale.ROOT) + "\"></a>" + each.code() + " "
                            + each.title());
        }
        assertThat(page.split("(?m)^### <a id=\"tr", -1))
                .hasSizeGreaterThan(40)
                .filteredOn(section -> !section.startsWith("# "))
                .allSatisfy(section -> assertThat(section.split("\n\n", 3)[1]).contains(".\n**Do:** "));
    }
}
