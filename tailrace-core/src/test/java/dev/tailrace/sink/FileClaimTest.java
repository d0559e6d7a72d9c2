package dev.tailrace.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.FindingCode;
import dev.tailrace.config.Target;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileClaimTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    /** Another process that opens a log, writes a line, and keeps the file until its input ends. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) throws Exception {
            Rig rig = new Rig(Path.of(args[0]));
            Sink sink = rig.open(new Target.File(rig.path("app.log"), true, rig.window("app.%i.log.gz", 3, 2)));
            rig.log(sink, "other");
            System.out.println(rig.codes());
            System.out.flush();
            int end = System.in.read();
            rig.log(sink, "other again" + (end < 0 ? "" : "!"));
            rig.archive();
            rig.close(sink);
        }
    }

    private Process other() throws Exception {
        return new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String firstLine(Process process) throws Exception {
        return process.inputReader(StandardCharsets.UTF_8).readLine();
    }

    @Test
    void secondProcess_getsItsOwnFileAndArchives_andAFinding() throws Exception {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(sink, "mine");
        Process other = other();
        assertThat(firstLine(other)).isEqualTo("[FILE_IN_USE]");
        other.getOutputStream().close();
        assertThat(other.waitFor()).isZero();
        rig.log(sink, "mine again");
        String suffix = "." + HostName.get() + "-1";
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log",
                        "mine again",
                        "app.1.log.gz",
                        "mine",
                        "app.log" + suffix,
                        "other again",
                        "app.1.log" + suffix + ".gz",
                        "other"));
        rig.close(sink);
    }

    @Test
    void killedProcess_freesTheNameAtOnce() throws Exception {
        Process other = other();
        assertThat(firstLine(other)).isEqualTo("[]");
        other.destroyForcibly().waitFor();
        Sink sink = rig.open("app.log", null);
        rig.log(sink, "mine");
        assertThat(rig.findings).isEmpty();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "other mine"));
        rig.close(sink);
    }

    @Test
    void secondAppenderOfTheProcess_getsTheSmallestFreeNumber() {
        Sink first = rig.open("app.log", null);
        Sink second = rig.open("app.log", null);
        Sink third = rig.open("app.log", null);
        rig.close(second);
        Sink fourth = rig.open("app.log", null);
        String host = HostName.get();
        assertThat(fourth.description()).endsWith("app.log." + host + "-1");
        assertThat(third.description()).endsWith("app.log." + host + "-2");
        assertThat(rig.codes())
                .containsExactly(FindingCode.FILE_IN_USE, FindingCode.FILE_IN_USE, FindingCode.FILE_IN_USE);
        rig.close(first);
        rig.close(third);
        rig.close(fourth);
    }

    @Test
    void closedSink_freesTheName() {
        rig.close(rig.open(null, rig.dated("app.%d.log", 0)));
        rig.close(rig.open(null, rig.dated("app.%d.log", 0)));
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void classesLoadedTwice_shareTheClaims() throws Exception {
        Sink sink = rig.open("app.log", null);
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(FileClaimTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader second = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> twin = second.loadClass(FileClaim.class.getName());
            var attempt = twin.getDeclaredMethod("attempt", Path.class, String.class);
            attempt.setAccessible(true);
            Object claim = attempt.invoke(null, folder, "app.log");
            var outcome = twin.getDeclaredMethod("outcome");
            outcome.setAccessible(true);
            assertThat(outcome.invoke(claim)).hasToString("TAKEN_HERE");
        }
        rig.close(sink);
    }

    private static URL url(String path) {
        try {
            return new File(path).toURI().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new AssertionError(e);
        }
    }
}
