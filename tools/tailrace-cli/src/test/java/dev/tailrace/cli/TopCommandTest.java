package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code top} beside real processes that live, are stopped and are killed. */
@Tag("anyjdk")
class TopCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String STANDARD = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(folder);
    }

    /** Configures lines with level and logger. */
    private void standard(String first) throws IOException {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml"))
                        .replace("%msg%n", STANDARD)
                        .replace("<configuration>", "<configuration>" + first));
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    @Test
    void top_liveProcess_hasRatesCapsDrainerAndLoudestLoggers() throws Exception {
        standard("");
        ChildProcess writer = writer("w", 200_000, 5);
        await().atMost(PATIENCE).until(() -> Files.exists(scene.log) && Files.size(scene.log) > 1000);

        JsonObject log = log(json(scene.log.toString()));
        JsonObject process = processes(log).get(0);

        assertThat(log.get("log").getAsString()).isEqualTo(scene.log.toString());
        assertThat(log.get("drainerPid").getAsLong()).isEqualTo(writer.pid());
        assertThat(log.get("fileBytes").getAsLong()).isPositive();
        assertThat(process.get("pid").getAsLong()).isEqualTo(writer.pid());
        assertThat(process.get("state").getAsString()).isEqualTo("RUNNING");
        assertThat(process.get("drains").getAsBoolean()).isTrue();
        assertThat(process.get("linesPerSecond").getAsDouble()).isPositive();
        assertThat(process.get("bytesPerSecond").getAsDouble())
                .isGreaterThan(process.get("linesPerSecond").getAsDouble());
        assertThat(process.get("memoryBytes").getAsLong())
                .isPositive()
                .isLessThanOrEqualTo(process.get("memoryCap").getAsLong());
        assertThat(process.get("spillCap").getAsLong()).isPositive();
        JsonObject loudest = log.getAsJsonArray("loudest").get(0).getAsJsonObject();
        assertThat(loudest.get("logger").getAsString()).isEqualTo("com.example.Orders");
        assertThat(loudest.get("level").getAsString()).isEqualTo("INFO");
    }

    /** The estimate is one of lines: what was logged meanwhile, counted in the log, must be near it. */
    @Test
    void top_rate_isThatOfTheLinesThatWereLogged() throws Exception {
        standard("");
        writer("w", 10_000_000, 2);
        await().atMost(PATIENCE).until(() -> Files.exists(scene.log) && Files.size(scene.log) > 100_000);
        long before = lines(" - w ");
        long begin = System.nanoTime();

        JsonObject report = json("--interval", "2s", scene.log.toString());

        double seconds = (System.nanoTime() - begin) / 1e9;
        double real = (lines(" - w ") - before) / seconds;
        double said = log(report).get("linesPerSecond").getAsDouble();
        assertThat(said).isBetween(real / 2, real * 2);
    }

    private long lines(String part) throws IOException {
        Pattern pattern = Pattern.compile(part);
        try (Stream<String> lines = Files.lines(scene.log)) {
            return lines.filter(line -> pattern.matcher(line).find()).count();
        }
    }

    @Test
    void top_killedAndStopped_areMarked() throws Exception {
        ChildProcess drainer = scene.producer("drainer", 1);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(1));
        drainer.stop();
        ChildProcess killed = scene.producer("killed", 300);
        killed.kill();

        JsonObject log = log(json(scene.log.toString()));

        for (JsonObject each : processes(log)) {
            boolean dead = each.get("pid").getAsLong() == killed.pid();
            assertThat(each.get("state").getAsString()).isEqualTo(dead ? "DEAD" : "STOPPED");
            assertThat(each.get("waitingLines").getAsLong()).isEqualTo(dead ? 300 : 0);
            if (dead) {
                assertThat(each.get("oldestMillis").getAsLong()).isPositive();
            }
        }
        assertThat(log.get("remark").getAsString()).isEqualTo("the drainer, process " + drainer.pid() + ", is stopped");
        String text = once(scene.log.toString());
        assertThat(text)
                .contains("1 stopped, 1 dead", " ! the drainer, process " + drainer.pid())
                .containsPattern("\\d+ +dead ");
        fitsEightyColumns(text);
    }

    @Test
    @Tag("slow")
    void top_twentyProcesses_areReadableAtOnce() throws Exception {
        List<ChildProcess> writers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            writers.add(scene.start(Scene.java(LoggingProcess.class, "w" + i, "20")
                    .options("-XX:TieredStopAtLevel=1")
                    .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml"))));
        }
        writers.forEach(each -> assertThat(each.awaitLine("logged")).isNotNull());

        String text = once(scene.log.toString());

        assertThat(text).contains("1 log, 20 processes");
        writers.forEach(each -> assertThat(text).containsPattern("\\b" + each.pid() + " running "));
        fitsEightyColumns(text);
        assertThat(text.lines().count()).as("fits on a screen of 30 lines").isLessThan(30);
    }

    @Test
    void top_byProcess_findsItsLogsAndShowsItAlone() throws Exception {
        ChildProcess one = scene.producer("one", 10);
        ChildProcess two = scene.producer("two", 10);

        JsonObject log = log(json(String.valueOf(two.pid())));

        assertThat(log.get("log").getAsString()).isEqualTo(scene.log.toString());
        assertThat(processes(log)).hasSize(1);
        assertThat(processes(log).get(0).get("pid").getAsLong())
                .isEqualTo(two.pid())
                .isNotEqualTo(one.pid());
    }

    @Test
    void top_dropsAndWaits_areCountedByLoggerAndLevel() throws Exception {
        standard("<tailrace memory='1MB' spill='0' maxWait='1ms'/>");
        ChildProcess drainer = writer("first", 1, 0);
        await().atMost(PATIENCE)
                .until(() -> Files.exists(scene.log) && scene.logged().size() == 1);
        drainer.stop();
        ChildProcess waits = writer("second", 30_000, 0);

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonObject log = log(json("--interval", "100ms", scene.log.toString()));
            assertThat(log.get("dropped").getAsLong()).isPositive();
            assertThat(log.get("waits").getAsLong()).isPositive();
            JsonObject dropped = log.getAsJsonArray("droppedByLogger").get(0).getAsJsonObject();
            assertThat(dropped.get("name").getAsString()).isEqualTo("com.example.Orders");
            assertThat(log.getAsJsonArray("droppedByLevel")).isNotEmpty();
        });
        assertThat(once(scene.log.toString())).contains("  dropped: INFO ");
        waits.kill();
    }

    /** Each logged event is a line, limited, or dropped. */
    @Test
    void top_limitedAndDroppedEvents_areThoseThatTheLogHasNot() throws Exception {
        standard("<tailrace memory='1MB' spill='0' maxWait='1ms'>"
                + "<limit level='INFO' rate='1/s' burst='20000' window='1 s'/></tailrace>");
        ChildProcess drainer = writer("first", 1, 0);
        await().atMost(PATIENCE)
                .until(() -> Files.exists(scene.log) && scene.logged().size() == 1);
        drainer.stop();
        ChildProcess writer = writer("second", 30_000, 0);
        assertThat(writer.awaitLine("logged")).isNotNull();
        drainer.resume();

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonObject log = log(json("--interval", "100ms", scene.log.toString()));
            long limited = log.get("limited").getAsLong();
            long dropped = log.get("dropped").getAsLong();
            assertThat(limited).isBetween(5_000L, 10_000L);
            assertThat(dropped).isPositive();
            assertThat(lines(" - second \\d") + limited + dropped).isEqualTo(30_000);
            // The same numbers as the log's own lines about them.
            assertThat(summaries()).isEqualTo(limited);
        });
    }

    private long summaries() throws IOException {
        Matcher summary = Pattern.compile("- ([\\d,]+) times? more in ").matcher(Files.readString(scene.log));
        long sum = 0;
        while (summary.find()) {
            sum += Long.parseLong(summary.group(1).replace(",", ""));
        }
        return sum;
    }

    @Test
    void top_filesThatLie_areRowsWithARemark() throws Exception {
        scene.killedWith(20);
        Path lanes = scene.laneDirectory();
        try (Stream<Path> files = Files.list(lanes)) {
            for (Path file : files.filter(each -> !each.toString().endsWith("drain.holder"))
                    .toList()) {
                try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    long from = file.toString().endsWith("drain.staging") ? 4096 : 16;
                    for (long at = from; at < Math.min(bytes.length(), 5000); at += 8) {
                        bytes.seek(at);
                        bytes.writeLong(-1);
                    }
                }
            }
        }
        Files.write(lanes.resolve("x-0-0.ring"), new byte[17]);

        Scene.Said said = Scene.run("top", "--once", "--interval", "100ms", scene.log.toString());

        assertThat(said.status()).isZero();
        assertThat(said.out()).contains("! ").doesNotContain("Exception");
        assertThat(said.err()).isEmpty();
        Files.writeString(scene.lockFile, "nothing\n");
        assertThat(Scene.run("top", "--once", "--interval", "100ms", scene.log.toString())
                        .out())
                .contains("! there is no record in it");
    }

    @Test
    void top_whatIsNotThere_isRefusedInPlainWords() {
        for (String target : List.of(folder.resolve("log/no.log").toString(), "999999999")) {
            Scene.Said said = Scene.run("top", "--once", target);
            assertThat(said.status()).as(target).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.err()).startsWith("tailrace: ").doesNotContain("Exception");
        }
        assertThat(Scene.run("top", "--interval", "1", "--once", "999999999").err())
                .contains("there is no process");
        assertThat(Scene.run("top", "--interval", "soon").err().replaceAll("\\s+", " "))
                .contains("--interval soon is not between 100ms and 60m");
    }

    @Test
    void top_anything_changesNothing() throws Exception {
        scene.killedWith(30);
        List<String> before = files();

        once(scene.log.toString());

        assertThat(files()).isEqualTo(before);
    }

    private List<String> files() throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                files.add(file + " " + Files.getLastModifiedTime(file) + " " + Files.size(file));
            }
        }
        return files;
    }

    private ChildProcess writer(String tag, int lines, int pace) throws IOException {
        ChildProcess writer = scene.start(Scene.java(SteadyWriter.class, tag, "1", "" + lines, "" + pace)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(writer.line()).isEqualTo("begins");
        return writer;
    }

    private static String once(String target) {
        Scene.Said said = Scene.run("top", "--once", "--interval", "200ms", target);
        assertThat(said.status()).as(said.err()).isZero();
        return said.out();
    }

    private JsonObject json(String... arguments) throws IOException {
        Path file = folder.resolve("top.json");
        List<String> all = new ArrayList<>(List.of("top", "--json", file.toString()));
        if (arguments.length == 1) {
            all.addAll(List.of("--interval", "300ms"));
        }
        all.addAll(List.of(arguments));
        Scene.Said said = Scene.run(all.toArray(new String[0]));
        assertThat(said.status()).as(said.err()).isZero();
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }

    private static JsonObject log(JsonObject report) {
        assertThat(report.get("schema").getAsInt()).isEqualTo(1);
        return report.getAsJsonArray("logs").get(0).getAsJsonObject();
    }

    private static List<JsonObject> processes(JsonObject log) {
        JsonArray processes = log.getAsJsonArray("processes");
        List<JsonObject> rows = new ArrayList<>();
        processes.forEach(each -> rows.add(each.getAsJsonObject()));
        return rows;
    }

    private static void fitsEightyColumns(String text) {
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
    }
}
