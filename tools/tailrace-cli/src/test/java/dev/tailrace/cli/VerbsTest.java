package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.cli.Verdict.Issue;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify} and {@code drain} beside real processes that are killed. */
@Tag("anyjdk")
class VerbsTest {
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

    @Test
    void verifyDrainVerify_afterAKill_bringInEachLineOnce() throws Exception {
        ChildProcess dead = scene.killedWith(2000);

        Scene.Said before = Scene.run("verify", scene.log.toString());
        assertThat(before.status()).isEqualTo(ExitStatus.FOUND);
        assertThat(before.out())
                .contains("; 2,000 lines", "Dead process " + dead.pid() + " left 2,000 lines", "Drainer    none")
                .containsPattern("so does:\\R     \\./tailrace drain \\Q" + scene.log + "\\E\\R");
        fitsEightyColumns(before.out());

        Scene.Said drain = Scene.run("drain", scene.log.toString());
        assertThat(drain.status()).as(drain.out() + drain.err()).isEqualTo(ExitStatus.GOOD);
        assertThat(drain.out()).containsIgnoringWhitespaces("written to the log");
        List<String> expected = new ArrayList<>(Scene.lines("drainer", 1));
        expected.addAll(Scene.lines("killed", 2000));
        assertThat(scene.logged()).isEqualTo(expected);

        Scene.Said after = Scene.run("verify", scene.log.toString());
        assertThat(after.status()).isEqualTo(ExitStatus.GOOD);
        assertThat(after.out()).contains(": FINE; nothing waits.");
        assertThat(Scene.run("drain", scene.log.toString()).status()).isEqualTo(ExitStatus.GOOD);
        assertThat(scene.logged()).isEqualTo(expected);
    }

    @Test
    void verify_anything_changesNothing() throws Exception {
        scene.killedWith(300);
        Map<String, String> before = files();

        Scene.run(
                "verify",
                scene.log.toString(),
                "--json",
                folder.resolve("v.json").toString());
        Files.delete(folder.resolve("v.json"));

        assertThat(files()).isEqualTo(before);
    }

    @Test
    void verify_json_hasWhatTheTextSays() throws Exception {
        ChildProcess dead = scene.killedWith(300);
        Path json = folder.resolve("verify.json");

        assertThat(Scene.run("verify", scene.log.toString(), "--json", json.toString())
                        .status())
                .isEqualTo(ExitStatus.FOUND);

        JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertThat(report.get("schema").getAsInt()).isEqualTo(1);
        assertThat(report.get("status").getAsInt()).isEqualTo(1);
        JsonObject log = report.getAsJsonArray("logs").get(0).getAsJsonObject();
        assertThat(log.get("verdict").getAsString()).isEqualTo("findings");
        assertThat(log.get("lines").getAsLong()).isEqualTo(300);
        assertThat(log.getAsJsonArray("findings")
                        .get(0)
                        .getAsJsonObject()
                        .get("kind")
                        .getAsString())
                .isIn("LEFT_LINES", "LEFT_LANES");
        JsonObject seen = log.getAsJsonObject("seen");
        assertThat(seen.get("log").getAsString()).isEqualTo(scene.log.toString());
        assertThat(seen.get("drained").getAsBoolean()).isFalse();
        long[] waiting = {0};
        seen.getAsJsonArray("owners").forEach(each -> {
            JsonObject owner = each.getAsJsonObject();
            if (owner.get("pid").getAsLong() == dead.pid()) {
                owner.getAsJsonArray("rings")
                        .forEach(ring -> waiting[0] +=
                                ring.getAsJsonObject().get("lines").getAsLong());
            }
        });
        assertThat(waiting[0]).isEqualTo(300);
    }

    @Test
    void verify_jsonOnStandardOutput_isAllThatIsThere() throws Exception {
        scene.killedWith(3);
        ChildProcess verify = scene.verb("verify", "--json", "-", scene.log.toString());

        int status = verify.status(PATIENCE);
        JsonObject report = JsonParser.parseString(verify.out()).getAsJsonObject();
        assertThat(report.get("status").getAsInt()).isEqualTo(status);
    }

    @Test
    void drain_asAProcess_endsWithStatusZeroAndLeavesNothing() throws Exception {
        scene.killedWith(50);

        ChildProcess drain = scene.verb("drain", scene.log.toString());

        assertThat(drain.status(PATIENCE)).isZero();
        // Lines end at 80 columns, wherever a temporary folder's name puts that.
        assertThat(drain.out()).containsIgnoringWhitespaces("nothing is left.");
        assertThat(scene.logged()).hasSize(51);
        try (Stream<Path> left = Files.list(scene.lanes)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void drain_lockFileWasRemovedAndTheLogWentOnWithOtherLanes_writesTheLinesOfBoth() throws Exception {
        scene.killedWith(50);
        Files.delete(scene.lockFile);
        Path other = Files.createDirectories(folder.resolve("other"));
        ChildProcess next = scene.start(Scene.java(LoggingProcess.class, "next", "3")
                .options("-Dtailrace.dir=" + other, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(next.line()).isEqualTo("logged");

        ChildProcess early = drainBy(scene.lanes);
        // On a busy machine it may find the lock free and drain at once; the lines are compared below in either case.
        if (early.status(PATIENCE) != ExitStatus.GOOD) {
            assertThat(early.status(PATIENCE)).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(early.out())
                    .containsIgnoringWhitespaces("have to wait until the processes that log by other lanes");
        }
        next.kill();
        ChildProcess drain = drainBy(scene.lanes);

        assertThat(drain.status(PATIENCE)).as(drain.out() + drain.err()).isZero();
        List<String> expected = new ArrayList<>(Scene.lines("drainer", 1));
        expected.addAll(Scene.lines("next", 3));
        expected.addAll(Scene.lines("killed", 50));
        assertThat(scene.logged()).isEqualTo(expected);
        ChildProcess again = drainBy(scene.lanes);
        assertThat(again.status(PATIENCE)).isZero();
        assertThat(again.out().lines()).hasSizeLessThan(4);
        assertThat(scene.logged()).isEqualTo(expected);
    }

    @Test
    void drain_otherLanesOfTheLogAreEmpty_isDoneThoughTheLogIsDrainedElsewhere() throws Exception {
        ChildProcess before = scene.producer("before", 1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(scene.log).hasContent("before 0 of 1\n"));
        // The ring's own word that its line is written follows at the next step.
        LockSupport.parkNanos(1_000_000_000L);
        before.kill();
        Files.delete(scene.lockFile);
        Path other = Files.createDirectories(folder.resolve("other"));
        ChildProcess next = scene.start(Scene.java(LoggingProcess.class, "next", "3")
                .options("-Dtailrace.dir=" + other, "-Dtailrace.config=" + folder.resolve("app.xml")));
        assertThat(next.line()).isEqualTo("logged");

        ChildProcess drain = drainBy(scene.lanes);

        assertThat(drain.status(PATIENCE)).as(drain.out() + drain.err()).isZero();
    }

    @Test
    void drain_aDirectoryOfLanes_removesThoseWhoseLogIsGone_unlessLinesWaitOrAProcessLives() throws Exception {
        scene.configuration("waiting");
        scene.killedWith("waiting", 3);
        scene.configuration("lives");
        ChildProcess lives = scene.producer("lives", "lives", 1);
        ChildProcess dead = scene.producer("dead", 1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(scene.log).hasContent("dead 0 of 1\n"));
        // The ring's own word that its line is written follows at the next step.
        LockSupport.parkNanos(1_000_000_000L);
        dead.kill();
        for (String name : new String[] {"app", "lives", "waiting"}) {
            Files.delete(scene.log.resolveSibling(name + ".log"));
            Files.delete(scene.log.resolveSibling("." + name + ".log.tailrace-lock"));
        }
        assertThat(scene.lanes.toFile().list()).hasSize(3);

        ChildProcess drain = scene.verb("drain", scene.lanes.toString());

        assertThat(drain.status(PATIENCE)).as(drain.out() + drain.err()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(drain.out().replaceAll("\\s+", " "))
                .containsOnlyOnce(": removed,")
                .contains("waiting.log is gone, with its lock file; lines wait in its lanes in ")
                .doesNotContain("lives.log is gone, with its lock file; lines");
        assertThat(scene.lanes.toFile().list()).hasSize(2);
        assertThat(lives.isAlive()).isTrue();
    }

    @Test
    void drain_aLogThatIsGone_removesItsLanes_thoughItsFolderIsGone() throws Exception {
        ChildProcess dead = scene.producer("dead", 1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(scene.log).hasContent("dead 0 of 1\n"));
        // The ring's own word that its line is written follows at the next step.
        LockSupport.parkNanos(1_000_000_000L);
        dead.kill();
        deleteLog();
        Files.delete(scene.log.getParent());

        // A drain that was killed has left it.
        Files.createDirectory(
                Path.of(scene.laneDirectory() + ".over"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        ChildProcess drain = drainBy(scene.lanes);

        assertThat(drain.status(PATIENCE)).as(drain.out() + drain.err()).isZero();
        assertThat(drain.out().replaceAll("\\s+", " ")).endsWith(": removed, its log is gone. ");
        assertThat(scene.lanes).isEmptyDirectory();
        ChildProcess again = drainBy(scene.lanes);
        assertThat(again.status(PATIENCE)).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(again.err()).contains("there is no directory");
    }

    @Test
    void drain_aLogThatIsGone_whoseLinesWait_saysWhoWritesThem() throws Exception {
        scene.killedWith(3);
        deleteLog();

        ChildProcess drain = drainBy(scene.lanes);

        assertThat(drain.status(PATIENCE)).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(drain.out().replaceAll("\\s+", " "))
                .contains(scene.log + " is gone, with its lock file; lines wait in its lanes in "
                        + scene.laneDirectory() + ", and the next process that logs to it writes them");
        refused("verify", scene.laneDirectory(), scene.log + " is gone, with its lock file; lines wait");
        scene.producer("next", 1);
        List<String> expected = new ArrayList<>(Scene.lines("killed", 3));
        expected.addAll(Scene.lines("next", 1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.logged()).containsExactlyInAnyOrderElementsOf(expected));
    }

    private void deleteLog() throws IOException {
        Files.delete(scene.log);
        Files.delete(scene.lockFile);
    }

    @Test
    void paths_directoryOfLogsInSubfolders_standsForAll() throws Exception {
        Files.createDirectories(scene.folder.resolve("shop/audit"));
        scene.configuration("shop/audit/app");
        scene.killedWith("shop/audit/app", 10);
        String logs = scene.folder.resolve("log").toString();
        String log = scene.folder.resolve("log/shop/audit/app.log").toString();

        assertThat(Scene.run("top", "--once", "--interval", "100ms", logs).out())
                .contains(log);
        assertThat(Scene.run("drain", logs).status()).isZero();

        assertThat(Files.readAllLines(Path.of(log))).hasSize(11);
    }

    private ChildProcess drainBy(Path parent) throws IOException {
        return scene.start(Scene.java(Main.class, "drain", scene.log.toString()).options("-Dtailrace.dir=" + parent));
    }

    @Test
    void drain_whileAProcessDrains_leavesItAlone() throws Exception {
        ChildProcess live = scene.producer("live", 10);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(10));

        Scene.Said drain = Scene.run("drain", scene.log.toString());

        assertThat(drain.status()).isEqualTo(ExitStatus.GOOD);
        assertThat(drain.out().replaceAll("\\s+", " "))
                .contains("drains it; nothing to do here.")
                .contains("process " + live.pid());
    }

    @Test
    void verify_liveProcess_isFineAndNamesWhoDrains() throws Exception {
        ChildProcess live = scene.producer("live", 10);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(10));

        Scene.Said said = Scene.run("verify", scene.log.toString());

        assertThat(said.status()).as(said.out()).isEqualTo(ExitStatus.GOOD);
        assertThat(said.out())
                .contains(
                        ": FINE; nothing waits.", "Drainer    process " + live.pid(), live.pid() + ", alive, started ");
    }

    @Test
    void verify_processEndedNormally_namesNoDeadProcess() throws Exception {
        ChildProcess live = scene.producer("live", 10);
        live.signal("TERM");
        assertThat(live.awaitEnd(PATIENCE)).isTrue();

        Scene.Said said = Scene.run("verify", scene.log.toString());

        assertThat(scene.logged()).hasSize(10);
        assertThat(said.status()).as(said.out()).isEqualTo(ExitStatus.GOOD);
        assertThat(said.out()).contains(": FINE; nothing waits.").doesNotContainIgnoringCase("dead");
    }

    @Test
    void verify_drainerIsStopped_saysHowToLetItGoOn() throws Exception {
        ChildProcess drainer = scene.producer("drainer", 1);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(1));
        drainer.stop();
        scene.producer("waiting", 20);

        // A minute later.
        Clock later = Clock.offset(Clock.system(ZoneId.systemDefault()), Duration.ofMinutes(1));
        Verdict verdict = Verdict.of(LogView.of(scene.lockFile), later);

        assertThat(verdict.issues()).singleElement().satisfies(issue -> {
            assertThat(issue.kind()).isEqualTo(Issue.Kind.STALLED);
            assertThat(issue.what()).contains("Process " + drainer.pid(), "is stopped");
            assertThat(issue.remedy()).endsWith("kill -CONT " + drainer.pid());
        });
        assertThat(verdict.view().lines()).isEqualTo(20);
    }

    @Test
    void paths_allThatStandForTheLog_findIt() throws Exception {
        scene.killedWith(10);
        Path link = Files.createSymbolicLink(folder.resolve("link"), scene.folder.resolve("log"));

        for (Path path : List.of(
                scene.log,
                scene.lockFile,
                scene.folder.resolve("log"),
                scene.laneDirectory(),
                scene.lanes,
                link,
                link.resolve("app.log"))) {
            Scene.Said said = Scene.run("verify", path.toString());
            assertThat(said.status()).as(path + said.err()).isEqualTo(ExitStatus.FOUND);
            assertThat(said.out()).contains("10 lines");
        }
        assertThat(Scene.run("drain", scene.laneDirectory().toString()).status())
                .isZero();
        assertThat(scene.logged()).hasSize(11);
    }

    @Test
    void paths_directoryOfTwoLogs_standsForBoth() throws Exception {
        scene.configuration("audit");
        scene.killedWith("app", 10);
        scene.killedWith("audit", 20);
        Path logs = scene.folder.resolve("log");

        Scene.Said said = Scene.run("verify", logs.toString());
        assertThat(said.out()).contains("app.log: ", "10 lines", "audit.log: ", "20 lines");
        assertThat(Scene.run("drain", logs.toString()).status()).isZero();

        assertThat(scene.logged()).hasSize(11);
        assertThat(Files.readAllLines(logs.resolve("audit.log"))).hasSize(21);
        assertThat(Scene.run("verify", logs.toString()).status()).isZero();
    }

    @Test
    void paths_thatStandForNothing_areRefusedInPlainWords() throws Exception {
        Files.createDirectories(folder.resolve("empty"));
        scene.producer("live", 1);

        for (String verb : List.of("verify", "drain")) {
            refused(
                    verb,
                    folder.resolve("no/such/app.log"),
                    "there is no directory " + scene.folder.resolve("no/such"));
            refused(verb, folder.resolve("empty"), "is neither a lane directory nor is there a log of Tailrace in it");
            refused(verb, folder.resolve("log/other.log"), "no process has logged to", "the logs there are app.log");
            refused(verb, folder.resolve("log/.b.log.tailrace-lock"), "there is no ");
            refused(verb, folder.resolve("log/app.log/x"), "is not a directory");
        }
        assertThat(Scene.run("verify").err()).contains("DIR|LOGFILE", "`tailrace verify --help`");
    }

    private void refused(String verb, Path path, String... words) {
        Scene.Said said = Scene.run(verb, path.toString());
        assertThat(said.status()).as(verb + " " + path).isEqualTo(ExitStatus.COULD_NOT_RUN);
        String text = said.err().replaceAll("\\s+", " ");
        assertThat(text)
                .startsWith("tailrace: ")
                .contains(words)
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
        fitsEightyColumns(said.err());
    }

    @Test
    void verify_lockFileIsNoRecord_saysSo() throws Exception {
        Files.writeString(scene.lockFile, "something else\n");

        Scene.Said said = Scene.run("verify", scene.log.toString());

        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(said.out()).contains("CAN'T BE READ");
    }

    @Test
    void follow_drainerIsKilled_takesOverAndEndsWithStatusZero() throws Exception {
        ChildProcess first = scene.producer("first", 10);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(10));
        ChildProcess follow = scene.verb("drain", "--follow", scene.log.toString());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.errors()).contains("standing by"));

        first.stop();
        ChildProcess second = scene.producer("second", 500);
        second.kill();
        first.kill();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(510));
        List<String> expected = new ArrayList<>(Scene.lines("first", 10));
        expected.addAll(Scene.lines("second", 500));
        assertThat(scene.logged()).isEqualTo(expected);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.errors()).contains("app.log: draining"));

        follow.signal("TERM");
        assertThat(follow.status(PATIENCE)).isZero();
        assertThat(Scene.run("verify", scene.log.toString()).status()).isZero();
    }

    @Test
    void follow_processComes_givesWayToIt() throws Exception {
        scene.killedWith(10);
        ChildProcess follow = scene.verb("drain", "--follow", scene.log.toString());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(11));

        // Nobody is left who agreed to the recorded rolling: a process of another one can say so only when it drains.
        Path other = scene.configuration("app");
        Files.writeString(
                other,
                Files.readString(other)
                        .replace("core.FileAppender", "core.rolling.RollingFileAppender")
                        .replace(
                                "<encoder>",
                                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                                        + "<fileNamePattern>" + scene.log + ".%i</fileNamePattern></rollingPolicy>"
                                        + "<triggeringPolicy class='ch.qos.logback.core.rolling."
                                        + "SizeBasedTriggeringPolicy'><maxFileSize>1MB</maxFileSize></triggeringPolicy>"
                                        + "<encoder>"));
        ChildProcess live = scene.producer("live", 10);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(LogView.drainerOf(scene.lockFile)).isEqualTo(live.pid()));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(21));
        follow.signal("TERM");
        assertThat(follow.status(PATIENCE)).isZero();
    }

    @Test
    void follow_suspendedByCtrlZ_leavesTheLogToTheProcessesThatLog() throws Exception {
        scene.killedWith(10);
        ChildProcess follow = scene.verb("drain", "--follow", scene.log.toString());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(11));
        assertThat(LogView.drainerOf(scene.lockFile)).isEqualTo(follow.pid());

        follow.signal("TSTP");
        ChildProcess live = scene.producer("live", 100);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(111));
        assertThat(LogView.drainerOf(scene.lockFile)).isEqualTo(live.pid());

        follow.signal("CONT");
        live.kill();
        scene.producer("next", 10);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(121));
        follow.signal("TERM");
        assertThat(follow.status(PATIENCE)).isZero();
    }

    @Test
    void follow_beforeThereIsALog_waitsForIt() throws Exception {
        ChildProcess follow = scene.verb("drain", "--follow", scene.log.toString());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.errors()).contains("tailrace: waiting: "));

        scene.killedWith(10);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.logged()).hasSize(11));
        follow.signal("TERM");
        assertThat(follow.status(PATIENCE)).isZero();
    }

    private static void fitsEightyColumns(String text) {
        // A path alone may be longer.
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line.length() <= 80
                                || !line.strip().contains(" ")
                                || line.strip().startsWith("./tailrace "))
                        .as(line)
                        .isTrue());
    }

    /** All files below the folder: name, size, time and bytes. */
    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(
                        file.toString(),
                        Files.getLastModifiedTime(file) + " " + java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return files;
    }
}
