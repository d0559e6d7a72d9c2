package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two users whose processes log to one file, in a directory that all may write to, as /tmp is. */
@Tag("anyjdk")
class SecondUserTest {
    private static final String OTHER = "65534";
    private static final String[] AS_OTHER = {"setpriv", "--reuid=" + OTHER, "--regid=" + OTHER, "--clear-groups"};

    @TempDir
    Path folder;

    @BeforeEach
    void openToAll() throws Exception {
        Process chmod = new ProcessBuilder("chmod", "1777", folder.toString()).start();
        assertThat(chmod.waitFor()).isZero();
        Process other;
        try {
            other = new ProcessBuilder(Stream.concat(Stream.of(AS_OTHER), Stream.of("test", "-x", folder.toString()))
                            .toList())
                    .start();
        } catch (IOException e) {
            other = new ProcessBuilder("false").start();
        }
        if (other.waitFor() != 0) {
            System.out.println("NOT RUN: needs root (another user can't be tried)");
            Assumptions.abort("needs root");
        }
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("app.log"))
                    .sorted()
                    .toList();
        }
    }

    private void log() throws Exception {
        assertThat(new ChildJvm(folder, "%msg%n")
                        .run(SpecialFileTest.Logs.class)
                        .err())
                .isEmpty();
        // The next child creates the files as another user.
        Files.delete(folder.resolve("stdout"));
        Files.delete(folder.resolve("stderr"));
    }

    private ChildJvm other() throws Exception {
        ChildJvm other = new ChildJvm(folder, "%msg%n")
                .copied(SpecialFileTest.Logs.class)
                .behind(AS_OTHER);
        Process chmod = new ProcessBuilder(
                        "chmod", "-R", "a+rX", folder.resolve("library").toString())
                .start();
        assertThat(chmod.waitFor()).isZero();
        return other;
    }

    @Test
    void log_ofAnotherUser_isLeftAloneAndAFileBesideItIsWritten() throws Exception {
        log();

        ChildJvm.Output output = other().run(SpecialFileTest.Logs.class);

        assertThat(output.out()).as("the console").isEmpty();
        assertThat(String.join("\n", output.err()))
                .contains("TR2004", ".app.log.tailrace-lock", "root")
                .doesNotContain("TR2001", "TR2014");
        assertThat(logs()).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve(logs().get(1)))).containsExactly("line 0", "line 1", "line 2");
        assertThat(output.log()).hasSize(3);
    }

    @Test
    void lockFile_ofAnotherUser_whichNoProcessHolds_isUsedWithAFinding() throws Exception {
        Path lockFile = Files.createFile(folder.resolve(".app.log.tailrace-lock"));
        shell("chown", OTHER, lockFile.toString());

        for (int lines = 3; lines <= 6; lines += 3) {
            ChildJvm.Output output = new ChildJvm(folder, "%msg%n").run(SpecialFileTest.Logs.class);

            assertThat(output.out()).as("the console").isEmpty();
            assertThat(String.join("\n", output.err()))
                    .contains("TR2024", ".app.log.tailrace-lock", "chown")
                    .doesNotContain("TR2004", "TR3007");
            assertThat(logs()).containsExactly("app.log");
            assertThat(output.log()).hasSize(lines);
        }
    }

    @Test
    void lockFile_ofAnotherUser_whichCantBeOpened_isLeftAloneWhenItIsOld_andTheRemedyHelps() throws Exception {
        Path lockFile = Files.createFile(folder.resolve(".app.log.tailrace-lock"));
        Files.setPosixFilePermissions(lockFile, PosixFilePermissions.fromString("rw-------"));
        shell("chown", OTHER, folder.toString());
        shell("touch", "-d", "2 hours ago", lockFile.toString());
        ChildJvm other = other();

        ChildJvm.Output output = other.run(SpecialFileTest.Logs.class);
        assertThat(output.out()).as("the console").isEmpty();
        assertThat(String.join(" ", output.err()).replaceAll("\\s+", " "))
                .contains("TR2004", "belongs to root", "delete " + lockFile);
        assertThat(logs()).hasSize(1).doesNotContain("app.log");

        shell("rm", lockFile.toString());
        output = other.run(SpecialFileTest.Logs.class);
        assertThat(output.err()).isEmpty();
        assertThat(output.log()).hasSize(3);
    }

    @Test
    void lockFile_ofThisUser_whoseModeForbidsToOpenIt_isNotCalledAnotherUsers() throws Exception {
        ChildJvm other = other();
        other.run(SpecialFileTest.Logs.class);
        Path lockFile = folder.resolve(".app.log.tailrace-lock");
        shell("chmod", "444", lockFile.toString());

        ChildJvm.Output output = other.run(SpecialFileTest.Logs.class);
        assertThat(String.join(" ", output.err()).replaceAll("\\s+", " "))
                .contains("TR2004", "the mode of its lock file", "chmod 600 " + lockFile)
                .doesNotContain("another user");
    }

    @Test
    void lockFile_ofAnotherUser_whichCantBeOpened_isLeftAloneWhileAProcessHoldsIt() throws Exception {
        shell("chown", OTHER, folder.toString());
        try (ChildProcess root = new ChildJvm(folder, "%msg%n").start(Counts.class, "1000000", "20")) {
            acknowledged(root, 3);
            shell("chmod", "666", folder.resolve("app.log").toString());

            ChildJvm.Output output = other().run(SpecialFileTest.Logs.class);

            assertThat(output.out()).as("the console").isEmpty();
            assertThat(String.join("\n", output.err())).contains("TR2004").doesNotContain("TR2024");
            assertThat(logs()).hasSize(2);
        }
    }

    @Test
    void directory_isGivenToAnotherUser_whileProcessesLog_noLineIsMissing() throws Exception {
        try (ChildProcess drainer = new ChildJvm(folder, "a %msg%n").start(Counts.class, "1000000", "5")) {
            acknowledged(drainer, 20);
            try (ChildProcess second = new ChildJvm(folder, "b %msg%n").start(Counts.class, "200", "5")) {
                acknowledged(second, 20);
                shell("chown", "-R", OTHER, folder.toString());
                int sure = acknowledged(drainer, 20);
                drainer.kill();
                ChildJvm.Output output = new ChildJvm(folder, "c %msg%n").run(SpecialFileTest.Logs.class);
                assertThat(second.status()).isZero();

                assertThat(output.out()).as("the console").isEmpty();
                assertThat(logs()).containsExactly("app.log");
                List<String> lines = output.log();
                assertThat(lines).doesNotHaveDuplicates();
                assertThat(lines.stream().filter(line -> line.startsWith("a "))).hasSizeGreaterThanOrEqualTo(sure);
                assertThat(lines.stream().filter(line -> line.startsWith("b "))).hasSize(200);
                assertThat(lines.stream().filter(line -> line.startsWith("c "))).hasSize(3);
            }
        }
    }

    /** Reads so many more acknowledged calls; returns the number of all. */
    private static int acknowledged(ChildProcess process, int more) throws IOException {
        int number = 0;
        for (int i = 0; i < more; i++) {
            StringBuilder line = new StringBuilder();
            for (int c = process.process().getInputStream().read();
                    c != '\n';
                    c = process.process().getInputStream().read()) {
                assertThat(c).as("the process has ended: %s", line).isPositive();
                line.append((char) c);
            }
            number = Integer.parseInt(line.toString()) + 1;
        }
        return number;
    }

    private static void shell(String... words) throws Exception {
        assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
    }

    static final class Counts {
        private Counts() {}

        public static void main(String[] arguments) throws InterruptedException {
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                LoggerFactory.getLogger(Counts.class).info("{}", i);
                System.out.println(i);
                Thread.sleep(Integer.parseInt(arguments[1]));
            }
        }
    }

    /** As in {@code /var/log}, and where only the file is mounted into a container. */
    @Test
    void log_whichThisUserMayWriteTo_inADirectoryThatItMayNot_isWritten() throws Exception {
        Path log = Files.createFile(folder.resolve("app.log"));
        shell("chown", OTHER, log.toString());
        ChildJvm other = other();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Path> before = locksInMemory();
        try {
            for (int lines = 3; lines <= 6; lines += 3) {
                ChildJvm.Output output = other.run(SpecialFileTest.Logs.class);
                assertThat(output.out()).as("the console").isEmpty();
                assertThat(output.err()).isEmpty();
                assertThat(output.log()).hasSize(lines);
            }
            assertThat(logs()).containsExactly("app.log");
            assertThat(locksInMemory()).hasSize(before.size() + 1);
        } finally {
            List<Path> made = new ArrayList<>(locksInMemory());
            made.removeAll(before);
            for (Path each : made) {
                Files.delete(each);
            }
        }
    }

    @Test
    void log_inADirectoryThatThisUserMayNotWriteTo_isEmptiedIfItSaysSo() throws Exception {
        Path log = Files.createFile(folder.resolve("app.log"));
        shell("chown", OTHER, log.toString());
        ChildJvm other = other();
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("</file>", "</file><append>false</append>"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Path> before = locksInMemory();
        try {
            for (int i = 0; i < 2; i++) {
                ChildJvm.Output output = other.run(SpecialFileTest.Logs.class);
                assertThat(output.out()).as("the console").isEmpty();
                assertThat(output.log()).hasSize(3);
            }
        } finally {
            List<Path> made = new ArrayList<>(locksInMemory());
            made.removeAll(before);
            for (Path each : made) {
                Files.delete(each);
            }
        }
    }

    private static List<Path> locksInMemory() throws IOException {
        Path place = Path.of("/dev/shm/tailrace-" + OTHER);
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(each -> each.toString().endsWith(".tailrace-lock"))
                    .toList();
        }
    }

    @Test
    void log_inADirectoryThatThisUserMayNotWriteTo_goesToTheConsoleAndTheReasonIsSaid() throws Exception {
        log();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        ChildJvm.Output output = other().run(SpecialFileTest.Logs.class);

        assertThat(output.out()).containsExactly("line 0", "line 1", "line 2");
        assertThat(String.join("\n", output.err())).contains("permission denied", "TR2014");
    }
}
