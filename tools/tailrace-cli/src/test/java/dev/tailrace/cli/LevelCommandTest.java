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
    void limit_set_shown_inTopToo_andTakenBack() throws Exception {
        ChildProcess process = process();
        level(scene.log, "com.acme=DEBUG");

        Scene.Said set = Scene.run("limit", scene.log.toString(), "com.acme=2 / hour", "--for", "1h");
        assertThat(set.status()).as(set.out() + set.err()).isEqualTo(ExitStatus.GOOD);
        assertThat(set.out().replaceAll("\\s+", " "))
                .contains("process " + process.pid() + ": set; 1 limit set at run time.")
                .contains("com.acme 2/h up to INFO; by the command line, process ")
                .contains(", until 20");
        for (int i = 0; i < 5; i++) {
            process.ask("line " + i);
        }
        assertThat(Scene.run("limit", scene.log.toString()).out()).contains("com.acme  2/h up to INFO; by");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Scene.run("top", "--once", "--interval", "100ms", scene.log.toString())
                                .out()
                                .replaceAll("\\s+", " "))
                        .contains("3 held back by limits")
                        .containsPattern(
                                "limit com.acme 2/h up to INFO, by the command line, process \\d+, until [\\d-]+"));

        assertThat(Scene.run("limit", Long.toString(process.pid()), "com.acme=").out())
                .contains("no limits set at run time");
        process.ask("after");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.logged())
                        .anyMatch(line -> line.startsWith("TR2030 Limit of com.acme: none -> 2/h up to INFO, set; by"))
                        .anyMatch(line ->
                                line.startsWith("TR2030 Limit of com.acme: 2/h up to INFO -> none, taken back; by"))
                        .contains("line 0", "line 1", "after")
                        .doesNotContain("line 2", "line 3", "line 4"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Scene.run("top", "--once", "--interval", "100ms", scene.log.toString())
                                .out())
                        .doesNotContain("2/h"));
    }

    /** Most processes in containers log to their console only. */
    @Test
    void processWithoutLogFile_isReachedByItsId_andLeavesNothing() throws Exception {
        Files.writeString(
                folder.resolve("console.xml"),
                "<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'>"
                        + "<target>System.err</target><encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='C'/></root></configuration>");
        ChildProcess process = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("console.xml")));
        assertThat(process.line()).isEqualTo("logged");
        Path consoles = scene.lanes.resolve("consoles");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(level(process.pid(), "com.acme=DEBUG").status())
                                .isEqualTo(ExitStatus.GOOD));
        String pid = Long.toString(process.pid());

        assertThat(process.ask("one")).isEqualTo("debug");
        assertThat(Scene.run("limit", pid, "com.acme=2/h").status()).isEqualTo(ExitStatus.GOOD);
        for (int i = 0; i < 5; i++) {
            process.ask("line " + i);
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Scene.run("top", "--once", "--interval", "100ms", pid)
                                .out())
                        .contains("consoles of processes without log files", "3 held back by limits")
                        .containsPattern("limit com.acme 2/h up to INFO, by the")
                        .containsPattern(pid + " +running")
                        .doesNotContain("drain", "roll"));
        assertThat(Scene.run("limit", pid, "com.acme=").status()).isEqualTo(ExitStatus.GOOD);
        assertThat(level(pid, "com.acme=").status()).isEqualTo(ExitStatus.GOOD);
        assertThat(process.ask("two")).isEqualTo("not");

        process.kill();
        assertThat(consoles).isNotEmptyDirectory();
        ChildProcess next = scene.start(Scene.java(TalkingProcess.class)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("console.xml")));
        assertThat(next.line()).isEqualTo("logged");
        await().atMost(PATIENCE).until(() -> level(next.pid()).status() == ExitStatus.GOOD);
        assertThat(consoles.toFile().list()).allMatch(name -> name.startsWith(next.pid() + "-"));
        ProcessHandle.of(next.pid()).orElseThrow().destroy();
        await().atMost(PATIENCE).until(() -> !next.isAlive());
        assertThat(consoles).doesNotExist();
    }

    @Test
    void processInAnotherPidNamespace_isShownAndReachedByItsIdHere() throws Exception {
        List<String> behind = List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child");
        if (!canRun(behind)) {
            Scene.notRun("needs root", "no PID namespace can be made here");
        }
        ChildProcess shell = scene.start(Scene.java(TalkingProcess.class)
                .behind(behind)
                .options("-Dtailrace.dir=" + scene.lanes, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(shell.line()).isEqualTo("logged");
        long pid = ProcessHandle.of(shell.pid())
                .orElseThrow()
                .children()
                .findFirst()
                .orElseThrow()
                .pid();

        assertThat(level(pid, "com.acme=DEBUG").out()).contains("process " + pid + ": set; 1 level");
        assertThat(shell.ask("x")).isEqualTo("debug");
        assertThat(level(scene.log).out()).contains("process " + pid + ": 1 level set");
        String top = Scene.run("top", "--once", "--interval", "100ms", scene.log.toString())
                .out();
        assertThat(top).containsPattern("\\*" + pid + " +running").contains("drained by " + pid);
    }

    private static boolean canRun(List<String> command) throws Exception {
        List<String> words = new ArrayList<>(command);
        words.add("true");
        try {
            return new ProcessBuilder(words).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void limit_wrongArguments_areExplained() throws Exception {
        process();
        for (String[] arguments : new String[][] {
            {"com.acme"},
            {"com.acme=fast"},
            {"com.acme=0/s"},
            {"com.acme=10/day"},
            {"com.acme=", "--for", "1m"},
            {"--force"}
        }) {
            Scene.Said said = Scene.run(Stream.concat(Stream.of("limit", scene.log.toString()), Stream.of(arguments))
                    .toArray(String[]::new));
            assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.err()).contains("10/s");
        }
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
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Scene.Said said = level(other.pid());
            assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.err()).contains("process " + other.pid() + " doesn't log through Tailrace");
        } finally {
            other.destroyForcibly();
        }
    }

    private List<String> files(String... suffixes) throws IOException {
        try (Stream<Path> files = Files.walk(scene.lanes)) {
            return files.map(Path::toString)
                    .filter(each -> Stream.of(suffixes).anyMatch(each::endsWith))
                    .toList();
        }
    }
}
