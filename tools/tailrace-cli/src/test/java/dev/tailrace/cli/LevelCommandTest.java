package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code level} beside real processes: running, stopped, killed, and many. */
class LevelCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MANY = 20;

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

    private ChildProcess process(String... options) throws IOException {
        ChildProcess process = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml"))
                .options(options));
        assertThat(process.line()).isEqualTo("logged");
        return process;
    }

    private Scene.Said level(Object... arguments) {
        return Scene.run(Stream.concat(Stream.of("level"), Stream.of(arguments).map(String::valueOf))
                .toArray(String[]::new));
    }

    @Test
    void level_set_shown_andTakenBack_inARunningProcess() throws Exception {
        ChildProcess process = process();
        assertThat(process.ask("one")).isEqualTo("not");

        Scene.Said set = level(scene.log, "com.acme=debug");
        assertThat(set.status()).as(set.out() + set.err()).isEqualTo(ExitStatus.GOOD);
        assertThat(set.out())
                .contains("process " + process.pid() + ": set; 1 level set at run time.")
                .contains("com.acme  DEBUG  not configured; by the command line, process ");
        assertThat(process.ask("two")).isEqualTo("debug");

        Scene.Said shown = level(scene.log);
        assertThat(shown.status()).isEqualTo(ExitStatus.GOOD);
        assertThat(shown.out()).contains("ROOT      INFO", "com.acme  DEBUG");

        assertThat(level(process.pid(), "com.acme=inherit").status()).isEqualTo(ExitStatus.GOOD);
        assertThat(process.ask("three")).isEqualTo("not");
        assertThat(level(scene.log).out())
                .contains("all levels are as configured")
                .doesNotContain("com.acme");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(4));
        assertThat(scene.logged().get(0)).isEqualTo("begun");
        assertThat(scene.logged().get(1))
                .startsWith("TR2030 Level of com.acme: INFO -> DEBUG, set; by the command line, process "
                        + ProcessHandle.current().pid());
        assertThat(scene.logged().get(2)).isEqualTo("two");
        assertThat(scene.logged().get(3)).startsWith("TR2030 Level of com.acme: DEBUG -> INFO, taken back; by");
        assertThat(files(".request", ".answer")).isEmpty();
    }

    @Test
    void level_forATime_endsByItself() throws Exception {
        ChildProcess process = process();

        Scene.Said set = level(process.pid(), "com.acme.Orders=TRACE", "--for", "500ms");

        assertThat(set.status()).isEqualTo(ExitStatus.GOOD);
        assertThat(set.out().replaceAll("\\s+", " ")).contains(", until 20");
        await().atMost(PATIENCE).until(() -> process.ask("again").equals("not"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.logged())
                        .anyMatch(
                                line -> line.startsWith("TR2030 Level of com.acme.Orders: TRACE -> INFO, ended; by")));
    }

    @Test
    void level_stoppedProcess_isReported_andTheRequestIsTakenBack() throws Exception {
        ChildProcess stopped = process();
        ChildProcess running = process();
        stopped.stop();

        Scene.Said said = level(scene.log, "ROOT=DEBUG");

        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(said.out().replaceAll("\\s+", " "))
                .contains("process " + stopped.pid() + ": NOT SET, no answer within 2 s: it is stopped")
                .contains("process " + running.pid() + ": set; 1 level set at run time.");
        assertThat(running.ask("x")).isEqualTo("debug");
        assertThat(files(".request")).isEmpty();
        stopped.resume();
        // Answers what is asked after it has gone on; what was taken back is not carried out.
        await().atMost(PATIENCE).until(() -> level(stopped.pid()).status() == ExitStatus.GOOD);
        assertThat(stopped.ask("x")).isEqualTo("not");
    }

    @Test
    void level_killedProcess_isNotAsked() throws Exception {
        ChildProcess process = process();
        process.kill();

        Scene.Said byLog = level(scene.log, "ROOT=DEBUG");
        assertThat(byLog.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(byLog.err()).contains("no process logs to");
        Scene.Said byPid = level(process.pid(), "ROOT=DEBUG");
        assertThat(byPid.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(byPid.err()).contains("there is no process " + process.pid());
        assertThat(files(".request")).isEmpty();
    }

    @Test
    void level_twentyProcesses_areAllSetAtOnce() throws Exception {
        List<ChildProcess> processes = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            processes.add(scene.start(Scene.java(TalkingProcess.class)
                    .options(
                            "-XX:TieredStopAtLevel=1",
                            "-Dtailrace.dir=" + scene.lanes,
                            "-Dtailrace.config=" + folder.resolve("app.xml"))));
        }
        processes.forEach(each -> assertThat(each.line()).isEqualTo("logged"));

        // The machine of a build may be too busy for an answer within two seconds; then it says so.
        List<String> sayings = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            Scene.Said said = level(scene.log, "com.acme=DEBUG");
            sayings.add(said.out() + said.err());
            return said.status() == ExitStatus.GOOD;
        });

        assertThat(sayings.get(sayings.size() - 1).lines().filter(line -> line.contains(": set; 1 level")))
                .hasSize(MANY);
        processes.forEach(each -> assertThat(each.ask("x")).isEqualTo("debug"));
    }

    @Test
    void level_byProcessThatLogsToSeveralFiles_setsItOnce() throws Exception {
        Files.writeString(
                folder.resolve("app.xml"),
                Files.readString(folder.resolve("app.xml"))
                        .replace(
                                "<root level='INFO'>",
                                "<appender name='G' class='ch.qos.logback.core.FileAppender'><file>"
                                        + scene.log.resolveSibling("other.log")
                                        + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                                        + "<root level='INFO'><appender-ref ref='G'/>"));
        ChildProcess process = process();

        Scene.Said said = level(process.pid(), "com.acme=DEBUG");

        assertThat(said.status()).as(said.out() + said.err()).isEqualTo(ExitStatus.GOOD);
        assertThat(said.out().lines().filter(line -> line.startsWith("process ")))
                .hasSize(1);
        assertThat(process.ask("x")).isEqualTo("debug");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(3));
        assertThat(scene.logged()).filteredOn(line -> line.contains("TR2030")).hasSize(1);
    }

    @Test
    void level_json_hasWhatTheTextSays() throws Exception {
        ChildProcess process = process();
        Path json = folder.resolve("level.json");

        assertThat(level(scene.log, "com.acme=WARN", "--for", "1h", "--json", json)
                        .status())
                .isEqualTo(ExitStatus.GOOD);

        JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertThat(report.get("schema").getAsInt()).isEqualTo(1);
        JsonObject one = report.getAsJsonArray("processes").get(0).getAsJsonObject();
        assertThat(one.get("process").getAsLong()).isEqualTo(process.pid());
        assertThat(one.get("outcome").getAsString()).isEqualTo("DONE");
        JsonObject logger = one.getAsJsonArray("loggers").get(1).getAsJsonObject();
        assertThat(logger.get("logger").getAsString()).isEqualTo("com.acme");
        assertThat(logger.get("level").getAsString()).isEqualTo("WARN");
        assertThat(logger.get("untilMillis").getAsLong()).isGreaterThan(System.currentTimeMillis());
    }

    @Test
    void level_wrongArguments_saysWhatIsWrong() throws Exception {
        process();
        for (String bad : List.of("com.acme", "=DEBUG", "com.acme=LOUD")) {
            Scene.Said said = level(scene.log, bad);
            assertThat(said.status()).as(bad).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.err()).as(bad).startsWith("tailrace: ").doesNotContain("Exception");
        }
        assertThat(level(scene.log, "a=DEBUG", "--for", "10").err()).contains("is not a time");
        assertThat(level(scene.log, "--for", "10m").err()).contains("--for needs a level");
        assertThat(level(folder.resolve("nothing.log")).err()).contains("no process has logged to");
        assertThat(level("999999999").err()).contains("there is no process 999999999");
        assertThat(level(ProcessHandle.current().pid()).status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
    }

    private List<String> files(String... suffixes) throws IOException {
        try (Stream<Path> files = Files.walk(scene.lanes)) {
            return files.map(Path::toString)
                    .filter(each -> Stream.of(suffixes).anyMatch(each::endsWith))
                    .toList();
        }
    }
}
