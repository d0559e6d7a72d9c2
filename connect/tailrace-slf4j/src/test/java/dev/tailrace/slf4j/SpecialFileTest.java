package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A log whose path isn't a regular file: a console, a missing target, or something that must not be opened. */
class SpecialFileTest {
    @TempDir
    Path folder;

    private ChildJvm.Output run(boolean rolling) throws Exception {
        ChildJvm child = new ChildJvm(folder, "%msg%n").piped();
        return (rolling ? child.rolling() : child).run(Logs.class);
    }

    private void link(String target) throws IOException {
        Files.createSymbolicLink(folder.resolve("app.log"), Path.of(target));
    }

    private List<String> filesBesideTheLog() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("app."))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/dev/stdout, false",
        "/proc/self/fd/1, false",
        "/dev/fd/1, false",
        "/dev/stdout, true",
        "/proc/thread-self/fd/1, true"
    })
    void log_thatLeadsToStandardOutput_isAConsole(String target, boolean rolling) throws Exception {
        link(target);

        ChildJvm.Output output = run(rolling);

        assertThat(output.out()).containsExactly("line 0", "line 1", "line 2");
        assertThat(filesBesideTheLog()).containsExactly("app.log");
        if (rolling) {
            assertThat(String.join("\n", output.err())).contains("TR2022").doesNotContain("TR2014");
        } else {
            assertThat(output.err()).isEmpty();
        }
    }

    /** A console that has all lines takes those of a file no second time; one that has some of them takes all. */
    @ParameterizedTest
    @CsvSource({"TRACE, console", "WARN, instead"})
    void log_thatCantBeOpened_losesNoLineAndDoublesNone(String level, String format) throws Exception {
        Files.createDirectory(folder.resolve("app.log"));
        String console = "<appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>" + level + "</level></filter>"
                + "<encoder><pattern>console %msg%n</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='OUT'/><appender-ref ref='FILE'/></root>";

        ChildJvm.Output output =
                new ChildJvm(folder, "instead %msg%n", console).piped().run(Logs.class);

        assertThat(output.out()).containsExactly(format + " line 0", format + " line 1", format + " line 2");
        assertThat(String.join("\n", output.err())).contains("TR2003");
    }

    @Test
    void log_thatLeadsToALinkToStandardError_isThatConsole() throws Exception {
        Files.createSymbolicLink(folder.resolve("err"), Path.of("/dev/stderr"));
        link("err");

        ChildJvm.Output output = run(false);

        assertThat(output.err()).containsExactly("line 0", "line 1", "line 2");
        assertThat(output.out()).isEmpty();
    }

    @Test
    void log_thatIsTheNullDevice_isDiscarded() throws Exception {
        link("/dev/null");

        ChildJvm.Output output = run(false);

        assertThat(output.out()).isEmpty();
        assertThat(output.err()).isEmpty();
        assertThat(filesBesideTheLog()).containsExactly("app.log");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void log_thatIsAFifoWithoutAReader_isRefusedAndGoesToTheConsole(boolean rolling) throws Exception {
        Process made = new ProcessBuilder("mkfifo", folder.resolve("app.log").toString()).start();
        assertThat(made.waitFor()).isZero();

        isRefused(run(rolling));
    }

    @Test
    void log_thatIsASocket_isRefusedAndGoesToTheConsole() throws Exception {
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            // A short folder name: a socket's path has at most 108 characters.
            Path place = Files.createTempDirectory("s").resolve("s");
            socket.bind(UnixDomainSocketAddress.of(place));
            Files.move(place, folder.resolve("app.log"));
            Files.delete(place.getParent());

            isRefused(run(false));
        }
    }

    @Test
    void log_thatLeadsToADevice_isRefusedAndGoesToTheConsole() throws Exception {
        link("/dev/zero");

        isRefused(run(false));
    }

    private static void isRefused(ChildJvm.Output output) {
        assertThat(output.out()).containsExactly("line 0", "line 1", "line 2");
        assertThat(String.join("\n", output.err())).contains("TR2021", "app.log", "TR2014");
    }

    static final class Logs {
        private Logs() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 3; i++) {
                LoggerFactory.getLogger(Logs.class).info("line {}", i);
            }
        }
    }
}
