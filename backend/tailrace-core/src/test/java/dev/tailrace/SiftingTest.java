package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import com.sun.management.ThreadMXBean;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.spi.LogEvent;
import dev.tailrace.testkit.OpenFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/** Lines find their way to the file of their key, through lanes that all keys share. */
class SiftingTest {
    @TempDir
    Path folder;

    private static String sifting(String more, String options) {
        return "<appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator>"
                + "<key>user</key><defaultValue>nobody</defaultValue></discriminator>" + more
                + "<sift><appender name='F-${user}' class='ch.qos.logback.core." + options
                + "<encoder><pattern>%X{user} %msg%n</pattern></encoder></appender></sift></appender>"
                + "<root level='INFO'><appender-ref ref='S'/></root>";
    }

    private static String plain(String more) {
        return sifting(more, "FileAppender'><file>FOLDER/logs/${user}.log</file>");
    }

    private static void log(@Nullable String user, String message) {
        Logger to = Tailrace.logger("a");
        LogEvent event = to.open(Level.INFO.code(), SiftingTest.class.getName());
        try {
            Map<String, String> context = new HashMap<>();
            if (user != null) {
                context.put("user", user);
            }
            event.context(context);
            to.commit(event, message, null);
        } finally {
            to.close(event);
        }
    }

    private Map<String, String> files() throws IOException {
        return files(folder.resolve("logs"));
    }

    private static Map<String, String> files(Path logs) throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (!Files.exists(logs)) {
            return files;
        }
        try (Stream<Path> all = Files.walk(logs)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = logs.relativize(file).toString();
                if (!name.endsWith(".tailrace-lock")) {
                    files.put(name, read(file));
                }
            }
        }
        return files;
    }

    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void log_severalUsers_eachHasAFileOfItsOwn() throws IOException {
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            log("ann", "1");
            log(null, "2");
            log("bob", "3");
            log("ann", "4");
            log("", "5");
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files())
                    .isEqualTo(Map.of("ann.log", "ann 1\nann 4\n", "bob.log", "bob 3\n", "nobody.log", " 2\n 5\n"));
            assertThat(Tailrace.stats().destinations()).hasSize(1);
            assertThat(LogSearch.lockFiles(folder.resolve("logs/ann.log")))
                    .containsExactly(folder.toRealPath().resolve("logs/.@sift@.log.tailrace-lock"));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_moreUsersThanMayBeOpen_losesNothing() throws IOException {
        try (Scenario scenario = Scenario.of(folder, plain("<maxAppenderCount>3</maxAppenderCount>"))) {
            Random random = new Random(7);
            Map<String, StringBuilder> expected = new TreeMap<>();
            for (int i = 0; i < 5_000; i++) {
                String user = "user" + random.nextInt(20);
                log(user, "number " + i);
                expected.computeIfAbsent(user + ".log", key -> new StringBuilder())
                        .append(user)
                        .append(" number ")
                        .append(i)
                        .append('\n');
            }
            assertThat(Tailrace.flush()).isTrue();

            Map<String, String> all = new TreeMap<>();
            expected.forEach((name, text) -> all.put(name, text.toString()));
            assertThat(files()).isEqualTo(all);
            assertThat(openFiles("user")).isLessThanOrEqualTo(3);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    /** The number of open users' files; 0 where the system doesn't show them. */
    private long openFiles(String user) throws IOException {
        String beginning = folder.toRealPath() + "/logs/" + user;
        return OpenFiles.below(folder).stream()
                .filter(file -> file.startsWith(beginning))
                .count();
    }

    @Test
    void log_manyThreads_eachLineOnceInItsFileAndInOrder() throws Exception {
        int threads = 8;
        int count = 3_000;
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        log("u" + i % 5, thread + " " + i);
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }
            assertThat(Tailrace.flush()).isTrue();

            int lines = 0;
            for (Map.Entry<String, String> file : files().entrySet()) {
                int[] last = new int[threads];
                for (String line : file.getValue().split("\n", -1)) {
                    if (!line.isEmpty()) {
                        String[] words = line.split(" ", -1);
                        assertThat(file.getKey()).isEqualTo(words[0] + ".log");
                        int thread = Integer.parseInt(words[1]);
                        int number = Integer.parseInt(words[2]);
                        assertThat("u" + number % 5).isEqualTo(words[0]);
                        assertThat(number + 1).isGreaterThan(last[thread]);
                        last[thread] = number + 1;
                        lines++;
                    }
                }
            }
            assertThat(lines).isEqualTo(threads * count);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void log_hostileKeys_stayBelowTheirFolder() throws IOException {
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            log("../outside", "1");
            log("/etc/passwd", "2");
            log("..", "3");
            log("a%d%i", "4");
            log("x".repeat(5_000), "5");
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files().keySet())
                    .contains("_._outside.log", "_etc_passwd.log", "_..log", "a_d_i.log")
                    .hasSize(5);
            assertThat(folder.resolve("outside.log")).doesNotExist();
            assertThat(scenario.errors()).containsOnlyOnce("TR1110").contains("\"_._outside\"");
        }
    }

    @Test
    void log_fileThatCantBeOpened_goesToTheOthersWithAFinding() throws IOException {
        Files.createDirectories(folder.resolve("logs/ann.log"));
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            log("ann", "1");
            log("bob", "2");
            log("ann", "3");
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files()).isEqualTo(Map.of("bob.log", "bob 2\n", "nobody.log", "ann 1\nann 3\n"));
            assertThat(scenario.errors()).containsOnlyOnce("TR1097");
        }
    }

    @Test
    void log_rollingInFolders_eachRollsByItself() throws Exception {
        String rolling = sifting(
                "",
                "rolling.RollingFileAppender'><file>FOLDER/${user}/app.log</file>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>FOLDER/${user}/app.%i.log</fileNamePattern></rollingPolicy>"
                        + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                        + "<maxFileSize>1KB</maxFileSize><checkIncrement>1 millisecond</checkIncrement>"
                        + "</triggeringPolicy>");
        try (Scenario scenario = Scenario.of(folder, rolling.replace("FOLDER", "FOLDER/logs"))) {
            for (int i = 0; i < 100; i++) {
                log(i % 2 == 0 ? "ann" : "bob", "number " + i + " " + "x".repeat(80));
            }
            assertThat(Tailrace.flush()).isTrue();
            Tailrace.shutdown();

            Map<String, String> files = files();
            assertThat(files).containsKeys("ann/app.log", "ann/app.1.log", "ann/app.4.log", "bob/app.4.log");
            for (String user : new String[] {"ann", "bob"}) {
                StringBuilder text = new StringBuilder();
                for (int i = 7; i > 0; i--) {
                    text.append(files.getOrDefault(user + "/app." + i + ".log", ""));
                }
                text.append(files.get(user + "/app.log"));
                assertThat(text.toString().lines().filter(line -> line.startsWith(user)))
                        .as(user)
                        .hasSize(50);
            }
            assertThat(scenario.errors()).isEmpty();
        }
    }

    static Stream<String> shapes() {
        String rolling = "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                + "<maxFileSize>1KB</maxFileSize><checkIncrement>0 milliseconds</checkIncrement></triggeringPolicy>"
                + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'><maxIndex>20</maxIndex>"
                + "<fileNamePattern>FOLDER/logs/${user}/old/%i.gz</fileNamePattern></rollingPolicy>";
        return Stream.of(
                plain(""),
                plain("<maxAppenderCount>2</maxAppenderCount><timeout>1 second</timeout>"),
                plain("<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>"),
                plain("").replace("%X{user}", "${user}"),
                sifting("", "FileAppender'><file>FOLDER/logs/a/${user}/${user:-x}.log</file>"),
                sifting(
                        "",
                        "rolling.RollingFileAppender'><file>FOLDER/logs/${user}/app.log</file>"
                                + "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                                + "<fileNamePattern>FOLDER/logs/${user}/app.%d{yyyy-MM}.log</fileNamePattern></rollingPolicy>"),
                sifting("", "rolling.RollingFileAppender'><file>FOLDER/logs/${user}/app.log</file>" + rolling));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void log_anyUsers_theSameFilesAsLogback(String shape) throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(MDC.getMDCAdapter());
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path xml = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + shape.replace("FOLDER", theirs.toString()) + "</configuration>");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(xml.toFile());
        try (Scenario scenario = Scenario.of(folder, shape)) {
            Random random = new Random(11);
            for (int i = 0; i < 500; i++) {
                int user = random.nextInt(6);
                MDC.clear();
                if (user != 0) {
                    MDC.put("user", "user " + user);
                }
                String message = "number " + i + " of several";
                context.getLogger("a").info(message);
                log(user == 0 ? null : "user " + user, message);
            }
            assertThat(Tailrace.flush()).isTrue();
            Tailrace.shutdown();
            context.stop();

            Map<String, String> expected = files(theirs.resolve("logs"));
            assertThat(expected).hasSizeGreaterThanOrEqualTo(shape.contains("WARN") ? 0 : 6);
            assertThat(files()).isEqualTo(expected);
            assertThat(scenario.errors()).isEmpty();
        } finally {
            MDC.clear();
            context.stop();
        }
    }

    @Test
    void reload_keyAndFileChange_linesGoToTheNewOnes() throws IOException {
        try (Scenario scenario = Scenario.watched(folder, plain(""))) {
            log("ann", "1");
            scenario.rewrite(plain("").replace("%msg", "!%msg"));
            Tailrace.look();
            log("ann", "2");
            scenario.rewrite(plain("").replace("logs/${user}", "logs/new-${user}"));
            Tailrace.look();
            log("ann", "3");
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files()).isEqualTo(Map.of("ann.log", "ann 1\nann !2\n", "new-ann.log", "ann 3\n"));
        }
    }

    @Test
    void log_valuesThatComeToTheSame_shareAFile() throws IOException {
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            log("a/b", "1");
            log("a_b", "2");
            log("a:b", "3");
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files()).isEqualTo(Map.of("a_b.log", "a/b 1\na_b 2\na:b 3\n"));
            assertThat(scenario.errors()).containsOnlyOnce("TR1110");
        }
    }

    @Test
    void drain_filesTakeTurns_allocatesNothingForALine() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            int lines = 10_000;
            alternate(2 * lines);
            long drainer = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("tailrace-drain"))
                    .mapToLong(Thread::getId)
                    .findFirst()
                    .orElseThrow();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 4 && least >= lines; round++) {
                long before = threads.getThreadAllocatedBytes(drainer);
                alternate(lines);
                least = Math.min(least, threads.getThreadAllocatedBytes(drainer) - before);
            }
            // An object for each line would be 16 bytes a line.
            assertThat(least).isPositive().isLessThan(4L * lines);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    private static void alternate(int lines) {
        for (int i = 0; i < lines; i++) {
            log("user" + i % 3, "a line");
        }
        assertThat(Tailrace.flush()).isTrue();
    }

    @Test
    void log_aUserWhoComesAgain_goesOnInTheSameFile() throws IOException {
        try (Scenario scenario =
                Scenario.of(folder, plain("<timeout>1 millisecond</timeout><maxAppenderCount>2</maxAppenderCount>"))) {
            for (int i = 0; i < 3; i++) {
                log("ann", "first " + i);
                assertThat(Tailrace.flush()).isTrue();
                await().atMost(Duration.ofSeconds(20)).until(() -> openFiles("ann") == 0);
            }
            assertThat(files()).isEqualTo(Map.of("ann.log", "ann first 0\nann first 1\nann first 2\n"));
            assertThat(scenario.errors()).isEmpty();
        }
    }

    @Test
    void reload_manyTimesUnderLoad_losesNothing() throws Exception {
        int threads = 4;
        int count = 4_000;
        String[] shapes = {plain(""), plain("<maxAppenderCount>2</maxAppenderCount>"), plain("<timeout>9 s</timeout>")};
        try (Scenario scenario = Scenario.watched(folder, shapes[0])) {
            log("u0", "9 0");
            List<Thread> all = new ArrayList<>();
            AtomicInteger reloads = new AtomicInteger();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(new Thread(() -> {
                    for (int i = 0; i < count; i++) {
                        // A fast machine writes them all before the first reload.
                        while (i == count / 2 && reloads.get() < 2) {
                            LockSupport.parkNanos(100_000);
                        }
                        log("u" + i / 20 % 5, thread + " " + i);
                    }
                }));
            }
            all.forEach(Thread::start);
            while (all.stream().anyMatch(Thread::isAlive)) {
                scenario.rewrite(shapes[(reloads.get() + 1) % shapes.length]);
                Tailrace.look();
                reloads.incrementAndGet();
            }
            assertThat(Tailrace.flush()).isTrue();

            Set<String> lines = new HashSet<>();
            int found = 0;
            for (Map.Entry<String, String> file : files().entrySet()) {
                for (String line : file.getValue().lines().toList()) {
                    assertThat(line).startsWith(file.getKey().replace(".log", " "));
                    lines.add(line);
                    found++;
                }
            }
            assertThat(reloads.get()).isGreaterThan(1);
            assertThat(lines).as("after %s reloads", reloads).hasSize(threads * count + 1);
            assertThat(found).isEqualTo(lines.size());
            assertThat(openFiles("u")).isLessThanOrEqualTo(5);
            // That it was read again is said.
            assertThat(scenario.errors()).doesNotContain(" warning: ", " error: ");
        }
    }

    @Test
    void log_folderThatCantBeMade_goesToTheConsoleAsItIs() throws IOException {
        Files.createFile(folder.resolve("logs"));
        PrintStream standardOutput = System.out;
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        System.setOut(new PrintStream(console, true, StandardCharsets.UTF_8));
        try (Scenario scenario = Scenario.watched(folder, plain(""))) {
            log("ann", "1");
            assertThat(Tailrace.flush()).isTrue();
            assertThat(console.toString(StandardCharsets.UTF_8)).isEqualTo("ann 1\n");
            assertThat(scenario.errors()).contains("TR2014");

            Files.delete(folder.resolve("logs"));
            scenario.rewrite(plain("") + "<!-- again -->");
            Tailrace.look();
            log("ann", "2");
            assertThat(Tailrace.flush()).isTrue();
            assertThat(files()).isEqualTo(Map.of("ann.log", "ann 2\n"));
        } finally {
            System.setOut(standardOutput);
        }
    }

    @Test
    void log_longLineOfJson_isCutToJson() throws IOException {
        String json = plain("")
                .replaceAll("<encoder>.*</encoder>", "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>");
        try (Scenario scenario = Scenario.of(folder, "<tailrace maxEvent='512'/>" + json)) {
            log("ann", "x".repeat(5_000));
            log("ann", "y".repeat(1 << 21));
            assertThat(Tailrace.flush()).isTrue();

            assertThat(files().keySet()).containsExactly("ann.log");
            assertThat(String.join("", files().values()).lines())
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line)
                            .startsWith("{\"@timestamp\"")
                            .containsPattern(",\"tailrace.cut_bytes\":[0-9]+}$")
                            .hasSizeBetween(300, 512));
            assertThat(scenario.errors()).doesNotContain(" error: ");
        }
    }

    @Test
    void log_valueOfManyBytes_rollsLikeAnyOther() throws IOException {
        String rolling = sifting(
                "",
                "rolling.RollingFileAppender'><file>FOLDER/logs/${user}.log</file>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>"
                        + "<fileNamePattern>FOLDER/logs/${user}.%d{yyyy-MM-dd-HH}.%i.log.gz</fileNamePattern>"
                        + "<maxFileSize>1KB</maxFileSize></rollingPolicy>");
        String user = "n".repeat(120);
        try (Scenario scenario = Scenario.of(folder, rolling)) {
            for (int i = 0; i < 20; i++) {
                log(user, "number " + i);
            }
            assertThat(Tailrace.flush()).isTrue();
            Tailrace.shutdown();

            assertThat(files().size()).isGreaterThan(2);
            assertThat(files().keySet()).allSatisfy(name -> assertThat(name).startsWith(user + "."));
            assertThat(String.join("", files().values()).lines()).hasSize(20);
            assertThat(scenario.errors()).isEmpty();
        }
    }
}
