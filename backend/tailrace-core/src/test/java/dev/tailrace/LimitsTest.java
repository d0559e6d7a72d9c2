package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.root;
import static dev.tailrace.Scenario.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import dev.tailrace.spi.LogEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code <limit>} holds back, and what the summaries say of it. */
class LimitsTest {
    private static final Pattern SUMMARY = Pattern.compile("([0-9,]+) times? more in [0-9]+ (?:ms|s|min): .*");

    @TempDir
    private Path folder;

    private Scenario limited(String limits) throws IOException {
        return Scenario.of(folder, "<tailrace>" + limits + "</tailrace>" + fileAppender("app.log") + root("INFO"));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("app.log"));
    }

    private static long summarised(Stream<String> lines) {
        return lines.map(SUMMARY::matcher)
                .filter(Matcher::find)
                .mapToLong(matcher -> Long.parseLong(matcher.group(1).replace(",", "")))
                .sum();
    }

    private static long written(Stream<String> lines) {
        return lines.filter(line -> !SUMMARY.matcher(line).find()).count();
    }

    @Test
    void limit_beyondTheBurst_oneLineSaysHowManyMore() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='3'/>")) {
            for (int i = 0; i < 4_815; i++) {
                log("shop.Orders", Level.WARN, "order {} failed", i);
            }
            log("shop.Orders", Level.INFO, "order {} filled", 1);
            assertThat(Tailrace.stats().destinations().get(0).limited()).isEqualTo(4_812);
            Tailrace.shutdown();

            List<String> lines = lines();
            assertThat(lines)
                    .contains(
                            "WARN shop.Orders order 0 failed",
                            "WARN shop.Orders order 1 failed",
                            "WARN shop.Orders order 2 failed",
                            "INFO shop.Orders order 1 filled");
            assertThat(lines).hasSize(5);
            assertThat(lines)
                    .anyMatch(line ->
                            line.matches("WARN shop\\.Orders 4,812 times more in [0-9]+ m?s: \"order \\{} failed\""));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void limit_belowTheRate_writesAllAndNoSummary() throws IOException {
        try (Scenario scenario = limited("<limit rate='1000/s' burst='5'/>")) {
            for (int i = 0; i < 5; i++) {
                log("a", Level.INFO, "one {}", i);
            }
            Tailrace.shutdown();

            assertThat(lines()).hasSize(5);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void window_overWithoutAnyEvent_theSummaryIsWrittenByTheClock() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' window='1 s'/>")) {
            for (int i = 0; i < 3; i++) {
                log("a", Level.ERROR, "no disk");
            }

            await().atMost(Duration.ofSeconds(30)).until(() -> lines().size() == 2);
            assertThat(lines().get(1)).isEqualTo("ERROR a 2 times more in 1 s: \"no disk\"");
            log("a", Level.ERROR, "no disk");
            await().atMost(Duration.ofSeconds(30)).until(() -> lines().size() == 3);
            assertThat(lines().get(2)).isEqualTo("ERROR a 1 time more in 1 s: \"no disk\"");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void manyThreadsAndKeys_writtenAndSummarisedAreAllThatWasLogged() throws Exception {
        int threads = 8;
        int count = 50_000;
        try (Scenario scenario = limited("<limit rate='100/s' burst='10' window='1 s'/>")) {
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        // Far more templates than the table has places, and one that all share.
                        log("a", Level.INFO, i % 2 == 0 ? "shared {}" : "text " + (i * 7 + number) % 3_000, i);
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread each : all) {
                each.join();
            }
            Tailrace.shutdown();

            long written = written(lines().stream());
            long summarised = summarised(lines().stream());
            assertThat(summarised).isGreaterThan(threads * count / 4);
            assertThat(written + summarised).isEqualTo((long) threads * count);
            assertThat(lines()).noneMatch(line -> line.contains(" 0 times"));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void sample_oneInSoManyIsWritten() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' sample='100'/>")) {
            for (int i = 0; i < 1_001; i++) {
                log("a", Level.INFO, "one {}", i);
            }
            Tailrace.shutdown();

            assertThat(written(lines().stream())).isEqualTo(11);
            assertThat(summarised(lines().stream())).isEqualTo(990);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void level_aboveIt_nothingIsHeldBack() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' level='WARN'/>")) {
            for (int i = 0; i < 3; i++) {
                log("a", Level.WARN, "warned");
                log("a", Level.ERROR, "failed");
            }
            Tailrace.shutdown();

            assertThat(lines().stream().filter(line -> line.equals("ERROR a failed")))
                    .hasSize(3);
            assertThat(lines().stream().filter(line -> line.equals("WARN a warned")))
                    .hasSize(1);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void logger_onlyItsDescendantsAreLimited_andTheLongestNameCounts() throws IOException {
        try (Scenario scenario =
                limited("<limit rate='1/h' burst='1' logger='a'/>" + "<limit rate='1/h' burst='2' logger='a.b'/>")) {
            for (int i = 0; i < 4; i++) {
                for (String logger : List.of("a", "a.c", "a.b.c", "ab", "c")) {
                    log(logger, Level.INFO, "one");
                }
            }
            Tailrace.shutdown();

            assertThat(lines().stream().filter(line -> line.endsWith(" one")))
                    .containsExactlyInAnyOrder(
                            "INFO a one",
                            "INFO a.c one",
                            "INFO a.b.c one",
                            "INFO a.b.c one",
                            "INFO ab one",
                            "INFO ab one",
                            "INFO ab one",
                            "INFO ab one",
                            "INFO c one",
                            "INFO c one",
                            "INFO c one",
                            "INFO c one");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void byText_sameTemplate_textsAreCountedApart() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' by='text'/>")) {
            for (int i = 0; i < 6; i++) {
                log("a", Level.INFO, "order {}", i % 2);
            }
            Tailrace.shutdown();

            assertThat(scenario.errors()).isEmpty();
            assertThat(lines()).hasSize(4).contains("INFO a order 0", "INFO a order 1");
            assertThat(lines())
                    .anyMatch(line -> line.matches("INFO a 2 times more in .*: \"order 0\""))
                    .anyMatch(line -> line.matches("INFO a 2 times more in .*: \"order 1\""));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void byThrowable_classesAreCountedApart_andEventsWithoutOnePass() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' by='throwable'/>")) {
            for (int i = 0; i < 3; i++) {
                log("a", Level.INFO, "failed " + i, new IllegalStateException());
                log("a", Level.INFO, "read " + i, new IOException());
                log("a", Level.INFO, "fine");
            }
            Tailrace.shutdown();

            assertThat(lines().stream().filter(line -> line.equals("INFO a fine")))
                    .hasSize(3);
            assertThat(lines())
                    .contains("INFO a failed 0", "INFO a read 0")
                    .doesNotContain("INFO a failed 1", "INFO a read 1")
                    .anyMatch(line ->
                            line.matches("INFO a 2 times more .*: \"failed 1\" \\(java.lang.IllegalStateException\\)"))
                    .anyMatch(line -> line.matches("INFO a 2 times more .*: \"read 1\" \\(java.io.IOException\\)"));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void appender_itsOwnLimit_comesBeforeThatOfAll() throws IOException {
        String own = fileAppender("app.log")
                .replace("<encoder>", "<tailrace><limit rate='1/h' burst='2'/></tailrace><encoder>");
        try (Scenario scenario = Scenario.of(
                folder,
                "<tailrace><limit rate='1/h' burst='1'/></tailrace>" + own
                        + fileAppender("b.log").replace("name='F'", "name='B'")
                        + "<root level='INFO'><appender-ref ref='F'/><appender-ref ref='B'/></root>")) {
            for (int i = 0; i < 4; i++) {
                log("a", Level.INFO, "one");
            }
            Tailrace.shutdown();

            assertThat(written(lines().stream())).isEqualTo(2);
            assertThat(written(Files.readAllLines(folder.resolve("b.log")).stream()))
                    .isEqualTo(1);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void json_hasTheCountAndTheTimesAsFields() throws IOException {
        String json = fileAppender("app.log")
                .replaceAll("<encoder>.*</encoder>", "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>");
        try (Scenario scenario =
                Scenario.of(folder, "<tailrace><limit rate='1/h' burst='1'/></tailrace>" + json + root("INFO"))) {
            for (int i = 0; i < 4; i++) {
                log("a.Shop", Level.WARN, "order {} failed", i);
            }
            Tailrace.shutdown();

            assertThat(lines()).hasSize(2);
            String summary = lines().stream()
                    .filter(line -> line.contains("limited"))
                    .findFirst()
                    .orElse("");
            assertThat(summary)
                    .contains("\"limited.count\":3")
                    .contains("\"limited.text\":\"\\\"order {} failed\\\"\"")
                    .contains("\"logger_name\":\"a.Shop\"")
                    .contains("\"level\":\"WARN\"")
                    .containsPattern("\"limited.first\":\"20[^\"]+Z\"")
                    .containsPattern("\"limited.last\":\"20[^\"]+Z\"");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void protect_memoryIsFree_writesAll() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1' protect='true'/>")) {
            for (int i = 0; i < 100; i++) {
                log("a", Level.INFO, "one");
            }
            Tailrace.shutdown();

            assertThat(lines()).hasSize(100);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void reload_underLoad_losesNoCount() throws Exception {
        String first = "<tailrace><limit rate='10/s' burst='5' window='60 min'/></tailrace>";
        String second = "<tailrace><limit rate='20/s' burst='7' window='60 min'/></tailrace>";
        String file = fileAppender("app.log");
        String other = fileAppender("b.log");
        int threads = 3;
        int count = 60_000;
        try (Scenario scenario = watched(folder, first + file + root("INFO"))) {
            log("a", Level.INFO, "shared {}", -1);
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        log("a", Level.INFO, "shared {}", i);
                    }
                }));
            }
            all.forEach(Thread::start);
            scenario.rewrite(second + file + root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            scenario.rewrite(first + other + root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            scenario.rewrite(second + file + root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            for (Thread each : all) {
                each.join();
            }
            Tailrace.shutdown();
        }
        List<String> found = new ArrayList<>(lines());
        Path b = folder.resolve("b.log");
        found.addAll(Files.exists(b) ? Files.readAllLines(b) : List.of());
        assertThat(written(found.stream()) + summarised(found.stream())).isEqualTo((long) threads * count + 1);
    }

    @Test
    void reload_logIsNotNamedAnyMore_itsSummaryIsWrittenAtOnce() throws IOException {
        String limit = "<tailrace><limit rate='1/h' burst='1' window='60 min'/></tailrace>";
        try (Scenario scenario = watched(folder, limit + fileAppender("app.log") + root("INFO"))) {
            for (int i = 0; i < 4; i++) {
                log("a", Level.INFO, "one");
            }
            scenario.rewrite(limit + fileAppender("b.log") + root("INFO"));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);

            await().atMost(Duration.ofSeconds(30)).until(() -> lines().size() == 2);
            assertThat(lines().get(1)).startsWith("INFO a 3 times more in ").endsWith(" ms: \"one\"");
            assertThat(scenario.errors()).doesNotContain("TR4");
        }
    }

    @Test
    void sifted_summaryIsInTheFileOfTheDefaultKey() throws IOException {
        try (Scenario scenario = Scenario.of(
                folder,
                "<tailrace><limit rate='1/h' burst='1'/></tailrace>"
                        + "<appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator>"
                        + "<key>user</key><defaultValue>nobody</defaultValue></discriminator><sift>"
                        + fileAppender("${user}.log") + "</sift></appender>"
                        + "<root level='INFO'><appender-ref ref='S'/></root>")) {
            Logger to = Tailrace.logger("a");
            for (int i = 0; i < 4; i++) {
                LogEvent event = to.open(Level.INFO.code(), LimitsTest.class.getName());
                event.context(Map.of("user", "ann"));
                to.commit(event, "one", null);
                to.close(event);
            }
            Tailrace.shutdown();

            assertThat(scenario.lines("ann.log")).containsExactly("INFO a one");
            assertThat(scenario.lines("nobody.log")).singleElement().asString().startsWith("INFO a 3 times more in ");
            assertThat(scenario.errors()).isEmpty();
        }
    }

    /** Callers write such a console themselves, and would wait for ever: the summary must not be written by the thread that ends the engine. */
    @Test
    void shutdown_consoleTakesNothing_endsAllTheSame() throws Exception {
        PrintStream standardOutput = System.out;
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicBoolean stuck = new AtomicBoolean();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        while (stuck.get() && goesOn.getCount() != 0) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        printed.write(b);
                    }
                },
                true,
                StandardCharsets.UTF_8));
        try (Scenario scenario = Scenario.of(
                folder,
                "<tailrace shutdown='500ms'><limit rate='1/h' burst='1'/></tailrace>"
                        + "<appender name='F' class='ch.qos.logback.core.ConsoleAppender'>"
                        + "<encoder><pattern>%level %logger %msg%n</pattern></encoder></appender>" + root("INFO"))) {
            for (int i = 0; i < 4; i++) {
                log("a", Level.INFO, "one");
            }
            stuck.set(true);
            Thread ends = new Thread(Tailrace::shutdown);
            ends.start();
            ends.join(60_000);
            assertThat(ends.isAlive()).isFalse();
            assertThat(scenario.errors()).contains("TR4004");
            goesOn.countDown();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> printed.toString(StandardCharsets.UTF_8).contains("3 times more"));
        } finally {
            goesOn.countDown();
            System.setOut(standardOutput);
        }
    }

    @Test
    void ownersFile_hasTheTotalForOtherProcesses() throws IOException {
        try (Scenario scenario = limited("<limit rate='1/h' burst='1'/>")) {
            for (int i = 0; i < 4; i++) {
                log("a", Level.INFO, "one");
            }
            Path lanes = scenario.laneFiles().get(0).getParent();
            try (Stream<Path> files = Files.list(lanes)) {
                Path owner = files.filter(file -> file.toString().endsWith(Owner.SUFFIX))
                        .findFirst()
                        .orElseThrow();

                await().atMost(Duration.ofSeconds(30))
                        .until(() -> ByteBuffer.wrap(Files.readAllBytes(owner))
                                        .order(ByteOrder.nativeOrder())
                                        .getLong(OwnerDescriptor.LIMITED_OFFSET)
                                == 3);
            }
        }
    }
}
