package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two users whose processes log to one file, in a directory that all may write to, as /tmp is. */
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
    void log_inADirectoryThatThisUserMayNotWriteTo_goesToTheConsoleAndTheReasonIsSaid() throws Exception {
        log();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        ChildJvm.Output output = other().run(SpecialFileTest.Logs.class);

        assertThat(output.out()).containsExactly("line 0", "line 1", "line 2");
        assertThat(String.join("\n", output.err())).contains("permission denied", "TR2014");
    }
}
