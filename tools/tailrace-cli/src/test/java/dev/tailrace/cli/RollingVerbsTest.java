package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verify} and {@code top} say about the rolling, beside real processes. */
@Tag("anyjdk")
class RollingVerbsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

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

    private void configuration(String name, String size) throws IOException {
        Files.writeString(
                scene.folder.resolve(name + ".xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>"
                        + scene.log + "</file><rollingPolicy"
                        + " class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'><fileNamePattern>"
                        + scene.log.resolveSibling("app.%d{yyyy-MM-dd, UTC}.%i.log")
                        + "</fileNamePattern><maxFileSize>" + size + "</maxFileSize><maxHistory>7</maxHistory>"
                        + "</rollingPolicy><encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='DEBUG'><appender-ref ref='F'/></root></configuration>");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** What docs/guide/rolling.md says that verify prints. */
    private static String example() throws IOException {
        String page = Files.readString(Project.root().resolve("docs/guide/rolling.md"));
        Matcher block = Pattern.compile(
                        "<!-- example: verify -->\\n```\\n\\$ \\./tailrace verify log/app.log\\n(.*?)```\\n",
                        Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    /** Without what is otherwise each time: numbers, times, places, and where lines are broken because of these. */
    private String alike(String text) {
        return oneLine(text)
                .replace(scene.log.toString(), "log/app.log")
                .replaceAll("Lanes in \\S+", "Lanes in L")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\(\\d+ \\w+ ago\\)", "T")
                .replaceAll("[\\d,]*\\d", "N")
                .strip();
    }

    private List<Path> rolled() throws IOException {
        try (Stream<Path> files = Files.list(scene.log.resolveSibling(""))) {
            return files.filter(each -> each.getFileName().toString().matches("app\\.\\d.*"))
                    .toList();
        }
    }

    @Test
    void verify_twoProcessesWithDifferentRolling_namesBothUntilTheOldOneHasEnded() throws Exception {
        configuration("old", "500MB");
        configuration("new", "1KB");
        ChildProcess old = scene.producer("old", "old", 200);
        ChildProcess changed = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + scene.folder.resolve("new.xml")));
        assertThat(changed.line()).isEqualTo("logged");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(201));

        Path json = folder.resolve("verify.json");
        Scene.Said said = Scene.run("verify", scene.log.toString(), "--json", json.toString());

        assertThat(said.status()).as(said.out()).isEqualTo(ExitStatus.FOUND);
        assertThat(oneLine(said.out()))
                .contains(
                        "Process " + changed.pid() + " wants another rolling than the one in use, which is that of"
                                + " process " + old.pid() + " (TR2016).",
                        "restart process " + old.pid() + " with the new configuration",
                        "Rolling at 500 MB or by the day (days of UTC); keeps 7 days; no cap on the total size",
                        changed.pid() + ", alive, started")
                .doesNotContain("524288000", "cap 0");
        assertThat(alike(said.out())).isEqualTo(alike(example()));
        JsonObject log = JsonParser.parseString(Files.readString(json))
                .getAsJsonObject()
                .getAsJsonArray("logs")
                .get(0)
                .getAsJsonObject();
        assertThat(log.getAsJsonArray("findings").toString()).contains("\"OTHER_ROLLING\"");
        log.getAsJsonObject("seen").getAsJsonArray("owners").forEach(each -> {
            JsonObject owner = each.getAsJsonObject();
            assertThat(owner.get("otherRolling").getAsBoolean())
                    .isEqualTo(owner.get("pid").getAsLong() == changed.pid());
        });
        assertThat(oneLine(Scene.run("top", "--once", "--interval", "100ms", scene.log.toString())
                        .out()))
                .contains("wants another rolling than the one in use (TR2016)");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(oneLine(changed.err()))
                        .contains("TR2016", "that of process " + old.pid(), "wants: at 1 KB or by the day"));
        assertThat(rolled()).isEmpty();

        old.kill();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Scene.run("verify", scene.log.toString()).out())
                        .contains("at 1 KB or by the day")
                        .doesNotContain("TR2016"));
        changed.ask("one more");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(rolled()).isNotEmpty());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).contains("one more"));
        assertThat(Files.size(rolled().get(0)))
                .as("what was too large is one archive")
                .isGreaterThan(2000);
    }

    @Test
    void drain_afterThePeriodHasEnded_saysWhatItRolled() throws Exception {
        configuration("app", "1MB");
        ChildProcess dead = scene.producer("app", "yesterday", 3);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(3));
        dead.kill();
        FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
        Files.setLastModifiedTime(scene.log, yesterday);

        Scene.Said said = Scene.run("drain", scene.log.toString());

        assertThat(said.status()).as(said.err()).isEqualTo(ExitStatus.GOOD);
        String day = yesterday.toString().substring(0, 10);
        assertThat(oneLine(said.out())).contains("rolled app." + day + ".0.log, nothing is left.");
        assertThat(scene.log).isEmptyFile();
        assertThat(oneLine(Scene.run("drain", scene.log.toString()).out())).doesNotContain("rolled");
    }

    @Test
    void verify_twoProcessesWithTheSameRolling_isFine() throws Exception {
        configuration("old", "500MB");
        configuration("new", "512000KB");
        scene.producer("old", "a", 1);
        scene.producer("new", "b", 1);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(2));

        Scene.Said said = Scene.run("verify", scene.log.toString());

        assertThat(said.status()).as(said.out()).isEqualTo(ExitStatus.GOOD);
        assertThat(said.out()).contains("500 MB").doesNotContain("another rolling");
    }
}
