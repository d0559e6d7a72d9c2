package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.ofFile;
import static dev.tailrace.Scenario.root;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailraceTest {
    @TempDir
    Path folder;

    @Test
    void flush_afterALogCall_findsTheLineInItsFile() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            log("com.example.A", Level.INFO, "order {} filled", 4711);
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("app.log")).containsExactly("INFO com.example.A order 4711 filled");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void systemProperties_afterALogCall_canBeListedAndStored() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            log("com.example.A", Level.INFO, "order {} filled", 4711);
            assertThat(Tailrace.flush()).isTrue();
            Properties properties = System.getProperties();
            properties.forEach((name, value) -> {
                assertThat(name).isInstanceOf(String.class);
                assertThat(value).as("%s", name).isInstanceOf(String.class);
            });
            ByteArrayOutputStream listed = new ByteArrayOutputStream();
            properties.list(new PrintStream(listed, true, StandardCharsets.UTF_8));
            properties.store(new ByteArrayOutputStream(), null);
            assertThat(listed.toString(StandardCharsets.UTF_8)).contains("java.version=");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void logger_levelsAndAdditivity_areInheritedFromTheNearestAncestor() throws IOException {
        String second = fileAppender("b.log").replace("name='F'", "name='B'");
        String body = fileAppender("a.log") + second
                + "<logger name='com.example' level='WARN'><appender-ref ref='B'/></logger>"
                + "<logger name='com.example.deep' level='DEBUG' additivity='false'><appender-ref ref='B'/></logger>"
                + root("INFO");
        try (Scenario scenario = Scenario.of(folder, body)) {
            log("com.example", Level.INFO, "below the level");
            log("com.example.Other", Level.WARN, "to both");
            log("com.example.deep.Down", Level.DEBUG, "to one");
            log("org.other", Level.INFO, "to the root");
            log("org.other", Level.DEBUG, "below the root's level");
            log("com.examples", Level.INFO, "no child of com.example");
            Tailrace.flush();
            assertThat(scenario.lines("a.log"))
                    .containsExactly(
                            "WARN com.example.Other to both",
                            "INFO org.other to the root",
                            "INFO com.examples no child of com.example");
            assertThat(scenario.lines("b.log"))
                    .containsExactly("WARN com.example.Other to both", "DEBUG com.example.deep.Down to one");
        }
    }

    @Test
    void filters_thresholdAndLevel_decideLikeLogbacks() throws IOException {
        String body = "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>FOLDER/app.log</file>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>INFO</level></filter>"
                + "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>WARN</level>"
                + "<onMatch>DENY</onMatch><onMismatch>NEUTRAL</onMismatch></filter>"
                + "<encoder><pattern>%level %msg%n</pattern></encoder></appender>" + root("TRACE");
        try (Scenario scenario = Scenario.of(folder, body)) {
            for (Level level : Level.values()) {
                log("a", level, "message");
            }
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO message", "ERROR message");
        }
    }

    @Test
    void settings_insideAnAppender_areThoseOfItsFileAlone() throws IOException {
        String narrow = fileAppender("a.log").replace("</appender>", "<tailrace maxEvent='256'/></appender>");
        String wide = fileAppender("b.log").replace("name='F'", "name='B'");
        try (Scenario scenario = Scenario.of(
                folder, narrow + wide + "<root level='INFO'><appender-ref ref='F'/><appender-ref ref='B'/></root>")) {
            log("a", Level.INFO, "x".repeat(1000));
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("a.log").get(0)).hasSizeLessThan(256).contains("[cut: ");
            assertThat(scenario.lines("b.log").get(0)).hasSizeGreaterThan(1000);
        }
    }

    @Test
    void shutdown_thenALogCall_startsTheEngineAgain() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "before");
            Tailrace.shutdown();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a before");
            assertThat(scenario.laneFiles()).as("empty lanes are removed").isEmpty();
            log("a", Level.INFO, "after");
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a before", "INFO a after");
        }
    }

    @Test
    void laneFiles_whileRunning_areReadableByTheirOwnerOnly() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "x");
            List<Path> files = scenario.laneFiles();
            assertThat(files).isNotEmpty();
            for (Path file : files) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
                Path directory = file.getParent();
                assertThat(directory).isNotNull();
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                        .isEqualTo("rwx------");
            }
        }
    }

    @Test
    void log_manyThreads_eachLineOnceAndInOrderOfItsThread() throws Exception {
        int threads = 16;
        int count = 5_000;
        try (Scenario scenario = ofFile(folder, "stripes='4' memory='8MB'")) {
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        log("a", Level.INFO, "{} {} {}", thread, i, "x".repeat(i % 300));
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }
            assertThat(Tailrace.flush()).isTrue();
            Map<String, Integer> next = new HashMap<>();
            for (String line : scenario.lines("app.log")) {
                String[] words = line.split(" ", 5);
                assertThat(words[3]).isEqualTo(String.valueOf(next.merge(words[2], 1, Integer::sum) - 1));
                assertThat(words[4]).hasSize(Integer.parseInt(words[3]) % 300);
            }
            assertThat(next)
                    .hasSize(threads)
                    .allSatisfy((thread, lines) -> assertThat(lines).isEqualTo(count));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_logPathIsADirectory_goesToTheConsoleWithAFinding() throws IOException {
        Files.createDirectory(folder.resolve("app.log"));
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "nowhere else to go");
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.errors()).contains("TR2003").contains("TR2014").contains("app.log");
        }
    }

    @Test
    void log_laneDirectoryIsOpenToOthers_takesAnotherWithAFinding() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (Scenario scenario = ofFile(folder, "directory='FOLDER/open'")) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            assertThat(scenario.errors()).contains("TR3002").contains(open.toString());
            assertThat(scenario.lines("app.log")).hasSize(1);
        }
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void log_laneDirectoryIsALink_takesAnotherWithAFinding() throws IOException {
        Path target = Files.createDirectory(
                folder.resolve("target"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(folder.resolve("link"), target);
        try (Scenario scenario = ofFile(folder, "directory='FOLDER/link'")) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            assertThat(scenario.errors()).contains("TR3003");
            assertThat(scenario.lines("app.log")).hasSize(1);
        }
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void log_laneDirectoryBelongsToAnotherUser_takesAnotherWithAFinding() throws IOException {
        Path foreign = Files.createDirectory(
                folder.resolve("foreign"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.setAttribute(foreign, "unix:uid", 12345);
        } catch (IOException e) {
            System.out.println("NOT RUN: needs root (a lane directory that belongs to somebody else)");
            org.junit.jupiter.api.Assumptions.abort("needs root");
        }
        try (Scenario scenario = ofFile(folder, "directory='FOLDER/foreign'")) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            assertThat(scenario.errors()).contains("TR3001").contains(foreign.toString());
            assertThat(scenario.lines("app.log")).hasSize(1);
        }
    }

    @Test
    void log_patternHasAnUnknownWord_isReportedWithFileAndLine() throws IOException {
        String body = "\n\n" + fileAppender("app.log").replace("%msg", "%nonsense %msg") + root("INFO");
        try (Scenario scenario = Scenario.of(folder, body)) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            assertThat(scenario.errors())
                    .contains("TR1080")
                    .contains("tailrace.xml:4")
                    .contains("nonsense");
            assertThat(scenario.lines("app.log")).hasSize(1).first().asString().endsWith("x");
        }
    }

    @Test
    void log_toStringThrows_losesNothingAndThrowsNothing() throws IOException {
        Object bad = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("from toString");
            }
        };
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "{} and on", bad);
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a [FAILED toString()] and on");
        }
    }

    @Test
    void log_fromWithinAToString_writesBothLines() throws IOException {
        Object talkative = new Object() {
            @Override
            public String toString() {
                log("inner", Level.INFO, "asked");
                return "answer";
            }
        };
        try (Scenario scenario = ofFile(folder, "")) {
            log("outer", Level.INFO, "{}", talkative);
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO inner asked", "INFO outer answer");
        }
    }

    @Test
    void log_lineLongerThanMaxEvent_isCutWithAMark() throws IOException {
        try (Scenario scenario = ofFile(folder, "maxEvent='1000'")) {
            log("a", Level.INFO, "x".repeat(5_000));
            Tailrace.flush();
            assertThat(scenario.lines("app.log"))
                    .singleElement()
                    .asString()
                    .startsWith("INFO a xxx")
                    .endsWith(" of 5008 bytes]")
                    .hasSizeLessThanOrEqualTo(1000);
        }
    }

    @Test
    void log_lineThatMemoryHasNoRingFor_isCutToWhatTheRingTakes() throws IOException {
        try (Scenario scenario = ofFile(folder, "memory='64MB' maxEvent='64MB'")) {
            log("a", Level.INFO, "x".repeat(4_000_000));
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("app.log")).singleElement().asString().hasSize(4_000_007);
            assertThat(Tailrace.stats().destinations().get(0).cut()).isZero();
        }
        try (Scenario scenario = ofFile(folder, "memory='64MB' maxEvent='64MB'")) {
            log("a", Level.INFO, "x".repeat(5_000_000));
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("app.log").get(1))
                    .endsWith(" of 5000008 bytes]")
                    .hasSize((2 << 20) / 8 - 17);
            assertThat(Tailrace.stats().destinations().get(0).cut()).isEqualTo(1);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_lineLargerThanTheRingTakes_makesItGrow() throws IOException {
        try (Scenario scenario = ofFile(folder, "")) {
            String large = "y".repeat(1_000_000);
            log("a", Level.INFO, large);
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a " + large);
        }
    }

    @Test
    void log_threadIsInterrupted_writesAndKeepsTheInterrupt() throws IOException {
        try (Scenario scenario = ofFile(folder, "memory='1MB'")) {
            Thread.currentThread().interrupt();
            for (int i = 0; i < 5_000; i++) {
                log("a", Level.INFO, "{}", "z".repeat(1_000));
            }
            assertThat(Tailrace.flush()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(scenario.lines("app.log")).hasSize(5_000);
        }
    }

    @Test
    void stats_ofARolledFile_countLinesBytesAndRolls() throws IOException {
        String rolling =
                "<appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>FOLDER/app.log</file>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'><maxIndex>20</maxIndex>"
                        + "<fileNamePattern>FOLDER/app.%i.log</fileNamePattern></rollingPolicy>"
                        + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                        + "<maxFileSize>10KB</maxFileSize></triggeringPolicy>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>";
        try (Scenario scenario = Scenario.of(folder, "<tailrace memory='1MB'/>" + rolling + Scenario.root("INFO"))) {
            for (int i = 0; i < 500; i++) {
                log("a", Level.INFO, "{}", "z".repeat(100));
            }
            assertThat(Tailrace.flush()).isTrue();
            Stats.DestinationStats stats = Tailrace.stats().destinations().get(0);
            long files = 0;
            long bytes = 0;
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "app*.log")) {
                for (Path each : all) {
                    files++;
                    bytes += Files.size(each);
                }
            }
            assertThat(files).isGreaterThan(3);
            assertThat(stats.rolls()).isEqualTo(files - 1);
            assertThat(stats.linesWritten()).isEqualTo(500);
            assertThat(stats.bytesWritten()).isEqualTo(bytes);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void stats_afterSomeLines_nameTheDestination() throws IOException {
        try (Scenario scenario = ofFile(folder, "memory='16MB'")) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            Stats stats = Tailrace.stats();
            assertThat(stats.destinations()).singleElement().satisfies(destination -> {
                assertThat(destination.name()).endsWith("app.log");
                assertThat(destination.backlogBytes()).isZero();
                assertThat(destination.dropped()).isZero();
                assertThat(destination.linesWritten()).isOne();
                assertThat(destination.bytesWritten()).isEqualTo(Files.size(folder.resolve("app.log")));
                assertThat(destination.lagNanos()).as("all is written").isZero();
                assertThat(destination.waits()).isZero();
                assertThat(destination.drops()).isEmpty();
            });
            assertThat(stats.memoryCap()).isEqualTo(16 << 20);
            assertThat(stats.memoryUsed()).isPositive().isLessThanOrEqualTo(stats.memoryCap());
            assertThat(scenario.errors()).isEmpty();
        }
        assertThat(Tailrace.stats()).isEqualTo(Stats.NONE);
    }

    @Test
    void start_ringsOfAKilledProcess_areDrainedAndRemoved() throws IOException {
        Path kept;
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "x");
            Tailrace.flush();
            Path ring = scenario.laneFiles().get(0);
            kept = ring.resolveSibling("1-killed-0-0.ring");
            byte[] bytes = Files.readAllBytes(ring);
            appear(ring.resolveSibling("1-drained-0-0.ring"), bytes);
            // Its consumed position goes back to 0.
            java.util.Arrays.fill(bytes, 384, 392, (byte) 0);
            // Another owner's.
            java.util.Arrays.fill(bytes, 48, 56, (byte) 1);
            appear(kept, bytes);
        }
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "y");
            await().untilAsserted(() -> assertThat(scenario.laneFiles())
                    .hasSize(1)
                    .noneMatch(file -> file.toString().contains("drained"))
                    .doesNotContain(kept));
            assertThat(scenario.lines("app.log")).containsExactlyInAnyOrder("INFO a x", "INFO a x", "INFO a y");
        }
    }

    /** At once, because the drainer that still runs takes a part of a ring for a damaged one. */
    private void appear(Path ring, byte[] bytes) throws IOException {
        Path whole = Files.write(ring.resolveSibling("whole"), bytes);
        Files.move(whole, ring, StandardCopyOption.ATOMIC_MOVE);
    }

    @SuppressWarnings("InfiniteRecursion") // it is to end with the stack
    private static int logDeeper(int depth) {
        log("deep", Level.INFO, "{} {}", depth, "x");
        return logDeeper(depth + 1) + 1;
    }

    @Test
    void log_untilTheStackOverflows_leavesTheLaneUsable() throws Exception {
        try (Scenario scenario = ofFile(folder, "")) {
            for (int round = 0; round < 20; round++) {
                // Other sizes of the stack let it end in other places of the call.
                Thread thread = new Thread(
                        null,
                        () -> {
                            try {
                                logDeeper(0);
                            } catch (StackOverflowError expected) {
                                log("after", Level.INFO, "recovered");
                            }
                        },
                        "deep",
                        200_000 + round * 1_000L);
                thread.start();
                thread.join();
            }
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("app.log").stream().filter("INFO after recovered"::equals))
                    .hasSize(20);
        }
    }

    @Test
    void log_engineRestartedWithinTheCall_losesNeitherThisLineNorLaterOnes() throws IOException {
        Object restarts = new Object() {
            private boolean done;

            @Override
            public String toString() {
                if (!done) {
                    done = true;
                    Tailrace.shutdown();
                    log("other", Level.INFO, "from within");
                }
                return "restarted";
            }
        };
        try (Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "{}", restarts);
            log("a", Level.INFO, "later");
            Tailrace.flush();
            assertThat(scenario.lines("app.log"))
                    .containsExactly("INFO other from within", "INFO a restarted", "INFO a later");
        }
    }

    @Test
    void shutdown_whileThreadsLog_losesNothing() throws Exception {
        int threads = 4;
        int count = 20_000;
        try (Scenario scenario = ofFile(folder, "")) {
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        log("logger" + number, Level.INFO, "{}", i);
                    }
                }));
            }
            all.forEach(Thread::start);
            for (int i = 0; i < 10; i++) {
                Tailrace.shutdown();
            }
            for (Thread thread : all) {
                thread.join();
            }
            assertThat(Tailrace.flush()).isTrue();
            Map<String, Integer> next = new HashMap<>();
            for (String line : scenario.lines("app.log")) {
                String[] words = line.split(" ", 3);
                assertThat(words[2]).isEqualTo(String.valueOf(next.merge(words[1], 1, Integer::sum) - 1));
            }
            assertThat(next)
                    .hasSize(threads)
                    .allSatisfy((name, lines) -> assertThat(lines).isEqualTo(count));
            assertThat(scenario.errors()).isEmpty();
        }
    }
}
