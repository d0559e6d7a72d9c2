package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import dev.tailrace.encode.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        Event event = to.open(Level.INFO.code(), SiftingTest.class.getName());
        try {
            Map<String, String> context = new HashMap<>();
            if (user != null) {
                context.put("user", user);
            }
            event.context(context);
            event.message(message);
            to.commit(event);
        } finally {
            to.close(event);
        }
    }

    private Map<String, String> files() throws IOException {
        return files(folder.resolve("logs"));
    }

    private static Map<String, String> files(Path logs) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(logs)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = logs.relativize(file).toString();
                if (!name.endsWith(".tailrace-lock")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        return files;
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
            assertThat(openFiles()).isLessThanOrEqualTo(3);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    /** Of the users' files; 0 where the system doesn't tell. */
    private long openFiles() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.list(open)) {
            all.forEach(each -> {
                try {
                    names.add(Files.readSymbolicLink(each).toString());
                } catch (IOException e) {
                    // Closed between the listing and the look.
                    names.add("");
                }
            });
        }
        return names.stream().filter(each -> each.contains("/logs/user")).count();
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
            assertThat(scenario.errors()).isEmpty();
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

    @Test
    void log_anyUsers_theSameFilesAsLogback() throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(MDC.getMDCAdapter());
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path xml = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + plain("").replace("FOLDER", theirs.toString()) + "</configuration>");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(xml.toFile());
        try (Scenario scenario = Scenario.of(folder, plain(""))) {
            Random random = new Random(11);
            for (int i = 0; i < 500; i++) {
                int user = random.nextInt(6);
                MDC.clear();
                if (user != 0) {
                    MDC.put("user", "user " + user);
                }
                context.getLogger("a").info("number " + i);
                log(user == 0 ? null : "user " + user, "number " + i);
            }
            assertThat(Tailrace.flush()).isTrue();
            context.stop();

            assertThat(files()).hasSize(6).isEqualTo(files(theirs.resolve("logs")));
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
}
