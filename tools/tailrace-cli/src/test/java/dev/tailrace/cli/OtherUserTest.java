package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another user can do to the lanes of this one: nothing. */
@Tag("anyjdk")
class OtherUserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Belongs to nobody on most systems. */
    private static final String OTHER = "65534";

    private static final String AS_OTHER = "setpriv --reuid=" + OTHER + " --regid=" + OTHER + " --clear-groups ";
    /** What a shell ends with that may not mount. */
    private static final int MAY_NOT = 77;

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void openScene() throws Exception {
        open(folder);
        scene = new Scene(folder);
        open(scene.folder.resolve("log"));
        if (run(AS_OTHER + "test -x '" + folder + "'").status() != 0) {
            Scene.notRun("needs root", "another user can't be tried");
        }
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    @Test
    void lanes_anotherUser_canNeitherListReadReplaceNorLinkInto() throws Exception {
        // As /dev/shm is.
        Files.setPosixFilePermissions(scene.lanes, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(run("chmod 1777 '" + scene.lanes + "'").status()).isZero();
        scene.killedWith(20);
        Path lanes = scene.laneDirectory();
        Map<String, String> before = files(lanes);
        assertThat(before).hasSizeGreaterThan(2);
        Path own = Files.writeString(folder.resolve("own"), "x");

        List<String> attempts = new ArrayList<>(List.of(
                "ls '" + lanes + "'",
                "mv '" + lanes + "' '" + lanes + ".away'",
                "rmdir '" + lanes + "'",
                "chmod 777 '" + lanes + "'",
                "touch '" + lanes + "/1-a-1-0-0.ring'",
                "ln -s '" + own + "' '" + lanes + "/1-a-1-0-1.ring'",
                "ln '" + own + "' '" + lanes + "/1-a-1-0-2.ring'",
                "touch '" + scene.lockFile + "'",
                "cat '" + scene.lockFile + "'",
                "mv '" + scene.lockFile + "' '" + scene.lockFile + ".away'",
                "ln -s '" + own + "' '" + scene.log.resolveSibling("x.tailrace-spill") + "'"));
        for (String name : before.keySet()) {
            attempts.add("cat '" + name + "'");
            attempts.add("mv '" + own + "' '" + name + "'");
            attempts.add("rm -f '" + name + "'");
        }
        for (String attempt : attempts) {
            assertThat(run(AS_OTHER + "sh -c \"" + attempt + "\"").status())
                    .as(attempt)
                    .isNotZero();
        }

        assertThat(files(lanes)).isEqualTo(before);
        assertThat(Scene.run("drain", scene.log.toString()).status()).isZero();
        assertThat(scene.logged()).hasSize(21);
    }

    @Test
    void directory_givenToAnotherUser_verbsGoByTheLanesThatAreThisUsers() throws Exception {
        scene.killedWith(20);
        assertThat(run("chown -R " + OTHER + " '" + scene.folder.resolve("log") + "'")
                        .status())
                .isZero();

        for (Path path : List.of(scene.log, scene.laneDirectory())) {
            Scene.Said said = Scene.run("verify", path.toString());
            assertThat(said.out()).as("verify " + path).contains("20").doesNotContain("other rolling");
        }
        assertThat(Scene.run("drain", scene.log.toString()).status()).isZero();
        assertThat(scene.logged()).hasSize(21);
    }

    @Test
    void lockFile_namesLanesThatArentThisUsers_verbsLeaveThemAlone() throws Exception {
        scene.killedWith(20);
        Path lanes = scene.laneDirectory();
        assertThat(run("chown -R " + OTHER + " '" + scene.folder.resolve("log") + "' '" + lanes + "'")
                        .status())
                .isZero();
        Map<String, String> before = files(lanes);

        for (String verb : List.of("verify", "drain", "tail", "level")) {
            Scene.Said said = Scene.run(verb, scene.log.toString());
            assertThat(said.status()).as(verb).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.out() + said.err()).as(verb).contains("belongs to");
        }
        assertThat(files(lanes)).isEqualTo(before);
    }

    @Test
    void verbs_asAnotherUser_sayWhoseTheLanesAre() throws Exception {
        scene.killedWith(20);
        String java = asOther();

        for (String verb : List.of("verify", "drain")) {
            for (Path path : List.of(scene.log, scene.laneDirectory(), scene.lanes)) {
                Output said = run(java + " " + verb + " '" + path + "'");
                assertThat(said.text().replaceAll("\\s+", " "))
                        .as(verb + " " + path)
                        .contains("belongs to user root", "run this as root")
                        .doesNotContain("Exception");
                assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
            }
        }
        Files.setPosixFilePermissions(scene.folder.resolve("log"), PosixFilePermissions.fromString("rwx------"));
        Output said = run(java + " verify '" + scene.log + "'");
        assertThat(said.text().replaceAll("\\s+", " ")).contains("belongs to user root");
        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(scene.logged()).hasSize(1);
    }

    @Test
    void level_asAnotherUser_setsNothing_andSaysWhoMay() throws Exception {
        ChildProcess process = scene.producer("quiet", 1);
        String java = asOther();

        for (Object target : List.of(scene.log, process.pid())) {
            Output said = run(java + " level '" + target + "' ROOT=OFF");
            assertThat(said.text().replaceAll("\\s+", " "))
                    .as("level " + target)
                    .contains("belongs to user root")
                    .doesNotContain("Exception");
            assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        }

        Scene.Said shown = Scene.run("level", scene.log.toString());
        assertThat(shown.out()).contains("all levels are as configured");
    }

    @Test
    void level_requestOfAnotherUser_isRefusedWithAFinding() throws Exception {
        ChildProcess process = scene.producer("quiet", 1);
        String owner;
        try (Stream<Path> files = Files.list(scene.laneDirectory())) {
            owner = files.map(each -> String.valueOf(each.getFileName()))
                    .filter(each -> each.endsWith(".owner"))
                    .findFirst()
                    .orElseThrow();
        }
        // Only root could put it there.
        Path request = Files.writeString(
                scene.laneDirectory().resolve(owner.replace(".owner", ".0.request")),
                "tailrace-levels 1\nfrom another user\nfor 0\nset OFF ROOT\n");
        Files.setPosixFilePermissions(request, PosixFilePermissions.fromString("rw-------"));
        assertThat(run("chown " + OTHER + " '" + request + "'").status()).isZero();

        Scene.Said asked = Scene.run("level", Long.toString(process.pid()));

        assertThat(asked.out()).contains("all levels are as configured");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(scene.errors()).contains("TR2032", "belongs to user"));
        assertThat(request).doesNotExist();
    }

    @Test
    void topAndTail_asAnotherUser_sayWhoseTheLanesAre() throws Exception {
        scene.killedWith(20);
        String java = asOther();

        for (String verb : List.of("tail", "top --once --interval 100ms")) {
            for (Path path : List.of(scene.log, scene.lanes)) {
                Output said = run(java + " " + verb + " '" + path + "'");
                assertThat(said.text().replaceAll("\\s+", " "))
                        .as(verb + " " + path)
                        .contains("belongs to user root", "run this as root")
                        .doesNotContain("Exception")
                        .doesNotContain("killed 1 of 20");
                assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
            }
        }
        // Among the logs of a machine it is a remark.
        Output all = run("TAILRACE_DIR='" + scene.lanes + "' " + java + " top --once --interval 100ms");
        assertThat(all.text().replaceAll("\\s+", " "))
                .contains("the lanes of a log in " + scene.lanes + " are of user root and private; run this as root");
        assertThat(all.status()).isZero();
        assertThat(scene.logged()).hasSize(1);
    }

    @Test
    void sharedMemory_directoryOfAnotherUserIsThereFirst_isRefusedAndLoggingGoesOn() throws Exception {
        squat("mkdir /dev/shm/tailrace-0 && chmod 777 /dev/shm/tailrace-0", "TR3001");
    }

    @Test
    void sharedMemory_linkOfAnotherUserIsThereFirst_isRefusedAndLoggingGoesOn() throws Exception {
        Path target = Files.createDirectory(folder.resolve("target"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));

        squat("ln -s '" + target + "' /dev/shm/tailrace-0", "TR3003");

        assertThat(target).isEmptyDirectory();
    }

    /** On a /dev/shm of its own: the machine's is never touched. */
    private void squat(String before, String finding) throws Exception {
        String script = "mount -t tmpfs -o mode=1777 tailrace /dev/shm || exit " + MAY_NOT + "\n" + AS_OTHER
                + "sh -c \"" + before + "\" || exit 78\nunset TAILRACE_DIR\nexec \"$@\"";
        ChildProcess process = scene.start(Scene.java(LoggingProcess.class, "squat", "10")
                .behind(List.of("unshare", "-m", "sh", "-c", script, "sh"))
                .options("-Dtailrace.config=" + folder.resolve("app.xml")));
        await().atMost(PATIENCE)
                .until(() -> !process.isAlive()
                        || (Files.exists(scene.log) && scene.logged().size() == 10));
        if (!process.isAlive() && process.status() != 78) {
            Scene.notRun("needs root", "no file system may be mounted here");
        }

        assertThat(scene.logged()).isEqualTo(Scene.lines("squat", 10));
        // A thread of its own prints it, maybe after the lines.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scene.errors()).contains(finding, "/dev/shm/tailrace-0"));
        // Beside the log, where only this user may write.
        assertThat(folder.resolve("log").toFile().list()).anyMatch(name -> name.endsWith(".lanes"));
    }

    /** A command line for a shell that runs a verb as the other user, who mayn't read this user's repository. */
    private String asOther() throws IOException {
        Path library = open(Files.createDirectory(folder.resolve("library")));
        List<Path> entries = new ArrayList<>();
        for (Path entry : Scene.classPathEntries()) {
            Path copy = library.resolve(entries.size() + "-" + entry.getFileName());
            copy(entry, copy);
            entries.add(copy);
        }
        return AS_OTHER
                + String.join(
                        " ",
                        JvmLauncher.of(Main.class)
                                .options("-Xmx64m", "-XX:+UseSerialGC")
                                .classPath(entries)
                                .command());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                Files.copy(each, each.equals(from) ? to : copy, StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(
                        each.equals(from) ? to : copy,
                        PosixFilePermissions.fromString(Files.isDirectory(each) ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private static Path open(Path directory) throws IOException {
        return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Output(int status, String text) {}

    private Output run(String command) throws IOException, InterruptedException {
        ChildProcess process = ChildProcess.start(new ProcessBuilder("sh", "-c", command).redirectErrorStream(true));
        return new Output(process.status(PATIENCE), process.out());
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                files.put(
                        file.toString(),
                        Files.getLastModifiedTime(file) + " " + java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return files;
    }
}
