package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify} and {@code drain} beside a log whose lines are sifted to a file for each value, left by processes that are killed. */
@Tag("anyjdk")
class SiftedVerbsTest {
    private static final int LINES = 300;
    /** What a process ends with where it is told to die. */
    private static final int CRASHED = 99;

    @TempDir
    Path folder;

    private Scene scene;
    private Path logs;

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(folder);
        logs = scene.folder.resolve("log");
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    private void configure(String file) throws IOException {
        Files.writeString(
                scene.folder.resolve("sifted.xml"),
                "<configuration><appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator>"
                        + "<key>user</key><defaultValue>nobody</defaultValue></discriminator><sift>"
                        + "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>" + logs.resolve(file)
                        + "</file><encoder><pattern>%X{user} %msg%n</pattern></encoder></appender></sift></appender>"
                        + "<root level='INFO'><appender-ref ref='S'/></root></configuration>");
    }

    private static List<String> linesOf(String user, String tag, int lines) {
        List<String> own = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            if (LoggingProcess.USERS.get(i % LoggingProcess.USERS.size()).equals(user)) {
                own.add(user + " " + tag + " " + i + " of " + lines);
            }
        }
        return own;
    }

    @ParameterizedTest
    @ValueSource(strings = {"${user}.log", "${user}/app.log"})
    void verifyDrainVerify_afterAKill_bringInEachLineToItsFile(String shape) throws Exception {
        configure(shape);
        Path ann = logs.resolve(shape.replace("${user}", "ann"));
        Path lock = logs.resolve("." + shape.replace("${user}", "@sift@").replace('/', '+') + ".tailrace-lock");
        ChildProcess drainer = scene.producer("sifted", "drainer", 1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(ann).hasContent("ann drainer 0 of 1\n"));
        drainer.stop();
        ChildProcess producer = scene.producer("sifted", "killed", LINES);
        producer.kill();
        drainer.kill();

        for (Path path : List.of(ann, lock, logs, scene.laneDirectory())) {
            Scene.Said said = Scene.run("verify", path.toString());
            assertThat(said.status()).as(path + said.err()).isEqualTo(ExitStatus.FOUND);
            assertThat(said.out())
                    .contains(LINES + " lines", "Dead process " + producer.pid() + " left " + LINES + " lines");
        }
        for (int i = 0; i < 2; i++) {
            Scene.Said drain = Scene.run("drain", ann.toString());
            assertThat(drain.status()).as(drain.out() + drain.err()).isEqualTo(ExitStatus.GOOD);
            for (String user : LoggingProcess.USERS) {
                List<String> expected = new ArrayList<>(linesOf(user, "drainer", 1));
                expected.addAll(linesOf(user, "killed", LINES));
                assertThat(Files.readAllLines(logs.resolve(shape.replace("${user}", user))))
                        .as(user)
                        .isEqualTo(expected);
            }
            Scene.Said after = Scene.run("verify", lock.toString());
            assertThat(after.status()).as(after.out()).isEqualTo(ExitStatus.GOOD);
            assertThat(after.out()).contains(": FINE; nothing waits.");
        }
    }

    private void die(String step, int at, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("dying", String.valueOf(LINES)));
        arguments.addAll(List.of(more));
        JvmLauncher launcher = Scene.java(LoggingProcess.class, arguments.toArray(new String[0]))
                .environment("LC_ALL", "C.UTF-8")
                .options("-Dtailrace.dir=" + scene.lanes)
                .options("-Dtailrace.config=" + scene.folder.resolve("sifted.xml"))
                .options("-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + at);
        assertThat(scene.start(launcher).status(Duration.ofSeconds(30))).isEqualTo(CRASHED);
        assertThat(scene.errors()).contains("crash point " + at + ": " + step);
    }

    /** As from cron, which has no locale: names that the dead process wrote can't even be spelled. */
    @ParameterizedTest
    @CsvSource({
        "${user}.log, after the intent, 4",
        "${user}/app.log, after the intent, 1",
        "${user}.log, before the commit, 4",
        "${user}/app.log, before the commit, 1",
    })
    void drain_withoutALocale_bringsInEachLineOnce(String shape, String step, int at) throws Exception {
        configure(shape);
        die(step, at, "letters");
        JvmLauncher drain = Scene.java(Main.class, "drain", logs.toString()).environment("LC_ALL", "C");
        assertThat(scene.start(drain).status(Duration.ofSeconds(30))).isEqualTo(ExitStatus.GOOD);

        Set<String> lines = new TreeSet<>();
        int found = 0;
        try (Stream<Path> files = Files.walk(logs)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".log")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    lines.add(line.substring(line.indexOf(' ')));
                    found++;
                }
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(at).isEqualTo(lines.size());
        assertThat(scene.errors()).doesNotContain("TR3016");
    }

    @Test
    void drain_killedBetweenIntentAndWrite_bringsInEachLineOnce() throws Exception {
        configure("${user}.log");
        die("after the intent", 5);

        Scene.Said before = Scene.run("verify", logs.toString());
        assertThat(before.status()).as(before.out()).isEqualTo(ExitStatus.FOUND);
        Scene.Said drain = Scene.run("drain", logs.toString());
        assertThat(drain.status()).as(drain.out() + drain.err()).isEqualTo(ExitStatus.GOOD);
        int found = 0;
        for (String user : LoggingProcess.USERS) {
            List<String> all = linesOf(user, "dying", LINES);
            List<String> lines = Files.readAllLines(logs.resolve(user + ".log"));
            assertThat(lines).as(user).isEqualTo(all.subList(0, lines.size()));
            found += lines.size();
        }
        assertThat(found).isGreaterThanOrEqualTo(5);
        Scene.Said after = Scene.run("verify", logs.toString());
        assertThat(after.status()).as(after.out()).isEqualTo(ExitStatus.GOOD);
    }
}
