package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tail} beside real processes that log, roll, are stopped and killed. */
@Tag("anyjdk")
class TailCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String STANDARD = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(folder);
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    @Test
    void tail_linesInFileAndInLanesOfDeadProcesses_comeInOrderEachOnce() throws Exception {
        scene.killedWith(2000);
        assertThat(scene.logged()).hasSize(1);

        Scene.Said said = Scene.run("tail", "-n", "100000", scene.log.toString());

        List<String> expected = new ArrayList<>(Scene.lines("drainer", 1));
        expected.addAll(Scene.lines("killed", 2000));
        assertThat(said.out().lines()).containsExactlyElementsOf(expected);
        assertThat(said.status()).isZero();
        assertThat(scene.logged()).as("nothing was drained").hasSize(1);
    }

    @Test
    void tail_number_isThatOfTheLastLines() throws Exception {
        scene.killedWith(50);

        assertThat(Scene.run("tail", scene.log.toString()).out().lines())
                .containsExactlyElementsOf(Scene.lines("killed", 50).subList(40, 50));
        assertThat(Scene.run("tail", "-n", "0", scene.log.toString()).out()).isEmpty();
        assertThat(Scene.run("tail", "-n", "51", scene.log.toString()).out().lines())
                .hasSize(51);
    }

    @Test
    void tail_muchWaits_theEndIsShown() throws Exception {
        ChildProcess drainer = scene.producer("drainer", 1);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(1));
        drainer.stop();
        String word = "x".repeat(1000);
        scene.producer(word, 20_000);

        Scene.Said said = Scene.run("tail", "-n", "1", scene.log.toString());

        assertThat(said.out()).isEqualTo(word + " 19999 of 20000\n");
        assertThat(said.err()).isEmpty();
    }

    @Test
    void tail_anything_changesNothing() throws Exception {
        scene.killedWith(300);
        Map<Path, String> before = files();

        Scene.run("tail", "-n", "1000", scene.log.toString());

        assertThat(files()).isEqualTo(before);
    }

    @Test
    void tail_stoppedDrainer_linesAreSeenBeforeTheyAreWritten() throws Exception {
        ChildProcess drainer = scene.producer("drainer", 1);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(1));
        drainer.stop();
        scene.producer("waiting", 20);

        assertThat(Scene.run("tail", "-n", "20", scene.log.toString()).out().lines())
                .containsExactlyElementsOf(Scene.lines("waiting", 20));
        assertThat(scene.logged()).hasSize(1);
    }

    @Test
    void follow_writersAndRolls_eachLineOnceInOrderOfItsThread() throws Exception {
        follow(".gz", 2, 4, 6000, 20);
    }

    @Test
    @Tag("slow")
    void follow_writersAtFullSpeed_eachLineOnceInOrderOfItsThread() throws Exception {
        follow("", 2, 2, 40_000, 0);
    }

    @Test
    void tail_siftedLog_showsTheLinesOfOneOfItsFiles() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                "<configuration><appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'>"
                        + "<discriminator><key>user</key><defaultValue>nobody</defaultValue></discriminator><sift>"
                        + "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>"
                        + scene.log.resolveSibling("${user}.log")
                        + "</file><encoder><pattern>%msg%n</pattern></encoder></appender></sift></appender>"
                        + "<root level='INFO'><appender-ref ref='S'/></root></configuration>");
        Path bob = scene.log.resolveSibling("bob.log");
        ChildProcess drainer = scene.producer("first", 3);
        await().atMost(PATIENCE).until(() -> Files.exists(bob) && Files.size(bob) > 0);
        drainer.stop();
        scene.producer("second", 6);

        assertThat(Scene.run("tail", bob.toString()).out().lines())
                .containsExactly("first 1 of 3", "second 1 of 6", "second 4 of 6");
        assertThat(Scene.run("tail", scene.log.getParent() + "/.@sift@.log.tailrace-lock")
                        .err())
                .contains("name one of them");
    }

    @Test
    void follow_drainerIsKilledAndAnotherTakesOver_eachLineOnce() throws Exception {
        ChildProcess first = writer("first", 1, 1000, 10);
        ChildProcess tail = scene.verb("tail", "-f", "-n", "100000", scene.log.toString());
        first.awaitLine("logged");
        first.kill();
        ChildProcess second = writer("second", 1, 1000, 10);
        second.awaitLine("logged");
        second.kill();
        assertThat(Scene.run("drain", scene.log.toString()).status()).isNotEqualTo(2);

        List<String> written = scene.logged();
        await().atMost(PATIENCE).until(() -> tail.out().lines().count() >= written.size());
        assertThat(tail.out().lines().sorted())
                .containsExactlyElementsOf(written.stream().sorted().toList());
    }

    private void follow(String suffix, int processes, int threads, int lines, int pace) throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>"
                        + scene.log + "</file>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>"
                        + "<fileNamePattern>" + scene.log + ".%d{yyyy-MM-dd}.%i" + suffix + "</fileNamePattern>"
                        + "<maxFileSize>200KB</maxFileSize></rollingPolicy>"
                        + "<encoder><pattern>" + STANDARD + "</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        scene.producer("before", 5);
        ChildProcess tail = scene.verb("tail", "-f", "-n", "1", scene.log.toString());
        await().atMost(PATIENCE).until(() -> tail.out().contains("before 4 of 5"));

        List<ChildProcess> writers = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            writers.add(writer("w" + i, threads, lines, pace));
        }
        writers.forEach(each -> each.awaitLine("logged"));
        int wanted = processes * threads * lines;
        await().atMost(PATIENCE).until(() -> numbered(written()).size() == wanted);
        await().atMost(PATIENCE).until(() -> numbered(tail.out()).size() >= wanted);

        List<String> shown = numbered(tail.out());
        Map<String, List<Integer>> byThread = new HashMap<>();
        for (String line : shown) {
            int last = line.lastIndexOf(' ');
            byThread.computeIfAbsent(line.substring(0, last), any -> new ArrayList<>())
                    .add(Integer.valueOf(line.substring(last + 1)));
        }
        assertThat(byThread).hasSize(processes * threads);
        byThread.forEach(
                (thread, numbers) -> assertThat(firstGap(numbers)).as(thread).isEmpty());
        assertThat(shown).hasSize(wanted);
        // Also of stack traces: nothing more and nothing less than what was written.
        assertThat(counted(tail.out().lines().skip(1).toList()))
                .isEqualTo(counted(written()
                        .lines()
                        .filter(line -> !line.contains("before "))
                        .toList()));
        assertThat(rolled()).as("rolls").isGreaterThan(3);
    }

    private static Map<String, Integer> counted(List<String> lines) {
        Map<String, Integer> counts = new HashMap<>();
        lines.forEach(line -> counts.merge(line, 1, Integer::sum));
        return counts;
    }

    /** Where numbers don't go on by one; empty: nowhere. */
    private static String firstGap(List<Integer> numbers) {
        for (int i = 0; i < numbers.size(); i++) {
            if (numbers.get(i) != i) {
                return "at " + i + ": " + numbers.subList(Math.max(0, i - 2), Math.min(numbers.size(), i + 5));
            }
        }
        return "";
    }

    private ChildProcess writer(String tag, int threads, int lines, int pace) throws IOException {
        ChildProcess writer = scene.start(Scene.java(SteadyWriter.class, tag, "" + threads, "" + lines, "" + pace)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(writer.line()).isEqualTo("begins");
        return writer;
    }

    private static List<String> numbered(String text) {
        // Output that is still being read ends anywhere.
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.contains(" - "))
                .map(line -> line.substring(line.indexOf(" - ") + 3))
                .filter(line -> line.matches("w\\d \\d+ \\d+"))
                .toList();
    }

    /** All that is in the log and what was rolled from it. */
    private String written() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(scene.folder.resolve("log"))) {
            for (Path file : files.filter(
                            each -> !String.valueOf(each.getFileName()).startsWith("."))
                    .toList()) {
                try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                    in.mark(2);
                    boolean packed = in.read() == 0x1f;
                    in.reset();
                    InputStream lines = packed ? new GZIPInputStream(in) : in;
                    text.append(new String(lines.readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // It gets another name just now; the next look finds it.
                    return "";
                }
            }
        }
        return text.toString();
    }

    private long rolled() throws IOException {
        try (Stream<Path> files = Files.list(scene.folder.resolve("log"))) {
            return files.filter(each -> String.valueOf(each.getFileName()).startsWith("app.log."))
                    .count();
        }
    }

    @Test
    void tail_rolledAndCompressed_goesBackIntoThem() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml"))
                        .replace("core.FileAppender", "core.rolling.RollingFileAppender")
                        .replace(
                                "<encoder>",
                                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                                        + "<fileNamePattern>" + scene.log + ".%i.gz</fileNamePattern></rollingPolicy>"
                                        + "<triggeringPolicy class='ch.qos.logback.core.rolling."
                                        + "SizeBasedTriggeringPolicy'><maxFileSize>10KB</maxFileSize>"
                                        + "</triggeringPolicy><encoder>"));
        scene.producer("rolled", 2000);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(rolled()).isGreaterThan(1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Scene.run("tail", "-n", "1500", scene.log.toString())
                                .out()
                                .lines())
                        .containsExactlyElementsOf(Scene.lines("rolled", 2000).subList(500, 2000)));
    }

    @Test
    void tail_archiveIsDamaged_theOthersAreShown() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml"))
                        .replace("core.FileAppender", "core.rolling.RollingFileAppender")
                        .replace(
                                "<encoder>",
                                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                                        + "<fileNamePattern>" + scene.log + ".%i.gz</fileNamePattern></rollingPolicy>"
                                        + "<triggeringPolicy class='ch.qos.logback.core.rolling."
                                        + "SizeBasedTriggeringPolicy'><maxFileSize>10MB</maxFileSize>"
                                        + "</triggeringPolicy><encoder>"));
        scene.producer("last", 5);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(5));
        Files.writeString(Path.of(scene.log + ".1.gz"), "no gzip");

        Scene.Said run = Scene.run("tail", "-n", "1000", scene.log.toString());

        assertThat(run.out().lines()).containsExactlyElementsOf(scene.logged());
        assertThat(run.err()).contains(".1.gz can't be read");
    }

    @Test
    void tail_lastFileIsAnArchive_itsLinesAreShownOnce() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                        + "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'><fileNamePattern>"
                        + scene.log + ".%d{yyyy-MM-dd_HH-mm-ss}.gz</fileNamePattern></rollingPolicy>"
                        + "<encoder><pattern>" + STANDARD + "</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        writer("w0", 1, 2000, 0).awaitLine("logged");
        String log = lockFile().toString();
        ChildProcess tail = scene.verb("tail", "-f", "-n", "100000", log);
        await().atMost(PATIENCE).until(() -> numbered(tail.out()).size() >= 2000);
        // By the clock, without a line: all that was written is in archives now.
        await().atMost(PATIENCE).until(() -> numbered(written()).size() == 2000 && plain().isEmpty());

        assertThat(numbered(Scene.run("tail", "-n", "2", log).out())).containsExactly("w0 0 1998", "w0 0 1999");
        assertThat(numbered(Scene.run("tail", "-n", "0", log).out())).isEmpty();

        writer("w1", 1, 1, 0).awaitLine("logged");
        await().atMost(PATIENCE).until(() -> numbered(tail.out()).contains("w1 0 0"));
        assertThat(numbered(tail.out())).hasSize(2001);
    }

    private Path lockFile() throws IOException {
        try (Stream<Path> files = Files.list(scene.folder.resolve("log"))) {
            return files.filter(each -> each.toString().endsWith(".tailrace-lock"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The visible files with lines that are not compressed. */
    private List<Path> plain() throws IOException {
        try (Stream<Path> files = Files.list(scene.folder.resolve("log"))) {
            return files.filter(each -> !String.valueOf(each.getFileName()).startsWith("."))
                    .filter(each ->
                            !each.toString().endsWith(".gz") && each.toFile().length() > 0)
                    .toList();
        }
    }

    @Test
    void tail_filters_byLevelLoggerAndText() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml")).replace("%msg%n", STANDARD));
        writer("w", 1, 200, 0).awaitLine("logged");
        String log = scene.log.toString();
        await().atMost(PATIENCE).until(() -> scene.logged().size() > 200);

        String errors = Scene.run("tail", "-n", "100", "--level", "error", log).out();
        assertThat(errors.lines().filter(line -> line.contains(" ERROR "))).hasSize(2);
        assertThat(errors)
                .contains("java.lang.IllegalStateException: planted 13", "\tat ")
                .doesNotContain(" INFO ");
        assertThat(Scene.run("tail", "-n", "100", "--level", "ERROR", "--grep", "planted 110", log)
                        .out())
                .contains("w 0 110")
                .doesNotContain("w 0 13");
        assertThat(Scene.run("tail", "-n", "3", "--logger", "com.example", log)
                        .out()
                        .lines())
                .hasSize(3);
        assertThat(Scene.run("tail", "-n", "3", "--logger", "org", log).out()).isEmpty();
        assertThat(Scene.run("tail", "--level", "loud", log).err()).contains("unknown level 'loud'");
        assertThat(Scene.run("tail", "--grep", "(", log).status()).isEqualTo(2);
    }

    @Test
    void tail_json_hasLevelLoggerAndWhereTheLineIs() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml")).replace("%msg%n", STANDARD));
        ChildProcess drainer = writer("w", 1, 1, 0);
        await().atMost(PATIENCE)
                .until(() -> Files.exists(scene.log) && scene.logged().size() == 1);
        drainer.stop();
        ChildProcess waiting = writer("x", 1, 1, 0);
        waiting.awaitLine("logged");

        List<JsonObject> events = Scene.run("tail", "--json", scene.log.toString())
                .out()
                .lines()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();

        assertThat(events).hasSize(2);
        assertThat(events.get(0).get("written").getAsBoolean()).isTrue();
        assertThat(events.get(0).get("file").getAsString()).isEqualTo(scene.log.toString());
        assertThat(events.get(1).get("written").getAsBoolean()).isFalse();
        assertThat(events.get(1).get("pid").getAsLong()).isEqualTo(waiting.pid());
        assertThat(events.get(1).get("level").getAsString()).isEqualTo("INFO");
        assertThat(events.get(1).get("logger").getAsString()).isEqualTo("com.example.Orders");
        assertThat(events.get(1).get("text").getAsString()).endsWith(" - x 0 0");
    }

    @Test
    void tail_levelThatCantBeSeen_isCountedNotGuessed() throws Exception {
        scene.killedWith(20);

        Scene.Said said = Scene.run("tail", "--level", "INFO", scene.log.toString());

        assertThat(said.out()).isEmpty();
        assertThat(said.err().replaceAll("\\s+", " ")).contains("21 events were left out");
    }

    @Test
    void tail_noSuchLog_isRefusedInPlainWords() {
        Scene.Said said = Scene.run("tail", folder.resolve("log/other.log").toString());

        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(said.err()).startsWith("tailrace: no process has logged to").doesNotContain("Exception");
    }

    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new HashMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file, Files.getLastModifiedTime(file) + " " + Files.size(file));
            }
        }
        return files;
    }
}
