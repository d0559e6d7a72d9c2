package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements of docs/guide/containers.md, in a mount namespace like a container's: a read-only root, its own {@code /dev/shm} with 64
 * MB, a user id without a name, a memory limit.
 */
class ContainersGuideTest {
    private static final int MANY = 300_000;
    /** A user id as in OpenShift. */
    private static final String USER = "1000730000";

    @TempDir
    Path folder;

    private final List<String> setUp = new ArrayList<>();
    private final List<String> user = new ArrayList<>();
    private final List<String> options = new ArrayList<>(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));

    @BeforeEach
    void needsNamespaces() throws Exception {
        if (!succeeds("unshare", "-m", "mount", "-t", "tmpfs", "none", "/dev/shm")) {
            System.out.println("NOT RUN: needs root (no file system may be mounted here)");
            Assumptions.abort("needs root");
        }
        setUp.add("mount -t tmpfs -o size=64m,mode=1777 shm /dev/shm");
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes the root read-only except for mounts below it; {@code volume} is writable. */
    private void readOnlyRoot(String volume) {
        if (!volume.isEmpty()) {
            setUp.add("mount --bind '" + volume + "' '" + volume + "'");
        }
        setUp.add("mount -o remount,bind,ro /");
        // For a test folder on its own file system.
        setUp.add("if mountpoint -q /tmp; then mount -o remount,bind,ro /tmp; fi");
    }

    private Path configuration(String appender) throws IOException {
        return Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + appender + "<root level='INFO'><appender-ref ref='A'/></root></configuration>");
    }

    private Path toConsole() throws IOException {
        return configuration("<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder><pattern>%msg%n</pattern></encoder></appender>");
    }

    private Path toFile(Path file) throws IOException {
        return configuration("<appender name='A' class='ch.qos.logback.core.FileAppender'><file>" + file
                + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>");
    }

    private ChildProcess run(Path configuration, int lines) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<Path> path = new ArrayList<>();
        Stream.concat(Origins.backend().stream(), Origins.of(TailraceLogger.class, Logger.class, Logs.class).stream())
                .distinct()
                .forEach(path::add);
        if (!user.isEmpty()) {
            // The user has no permission to read our classes.
            path.replaceAll(each -> copied(each, classes.resolve(path.indexOf(each) + "-" + each.getFileName())));
            assertThat(succeeds("chmod", "-R", "a+rX", folder.toString())).isTrue();
        }
        List<String> prefix = new ArrayList<>(
                List.of("unshare", "-m", "sh", "-e", "-c", String.join("\n", setUp) + "\nexec \"$@\"", "sh"));
        prefix.addAll(user);
        return JvmLauncher.of(Logs.class, String.valueOf(lines))
                .behind(prefix)
                .java(Jdk.java())
                .options(options)
                .options("-Dtailrace.config=" + configuration)
                .classPath(path)
                .in(Path.of("/"))
                .run();
    }

    private static Path copied(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(
                        each,
                        each.equals(from)
                                ? to
                                : to.resolve(from.relativize(each).toString()));
            }
            return to;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> numbers(int lines) {
        return Stream.iterate(0, i -> i + 1).limit(lines).map(i -> "line " + i).toList();
    }

    @Test
    void readOnlyRoot_anApplicationThatLogsToTheConsole_needsNothing() throws Exception {
        readOnlyRoot("");

        ChildProcess child = run(toConsole(), 3);

        assertThat(child.out().lines().toList()).isEqualTo(numbers(3));
        assertThat(child.err()).isEmpty();
    }

    @Test
    void readOnlyRoot_aFileOnAVolume_isWritten() throws Exception {
        Path volume = Files.createDirectories(folder.resolve("volume"));
        readOnlyRoot(volume.toString());

        ChildProcess child = run(toFile(volume.resolve("app.log")), 3);

        assertThat(Files.readAllLines(volume.resolve("app.log"))).isEqualTo(numbers(3));
        assertThat(child.out() + child.err()).isEmpty();
    }

    @Test
    void readOnlyRoot_aFileOnIt_goesToTheConsoleAndTheReasonIsSaid() throws Exception {
        readOnlyRoot("");

        ChildProcess child = run(toFile(folder.resolve("app.log")), 3);

        assertThat(child.out().lines().toList()).isEqualTo(numbers(3));
        assertThat(child.err()).contains("TR2014").containsIgnoringCase("read-only");
    }

    @Test
    void sharedMemoryOf64MB_isEnough() throws Exception {
        Path log = folder.resolve("app.log");

        ChildProcess child = run(toFile(log), MANY);

        assertThat(Files.readAllLines(log)).isEqualTo(numbers(MANY));
        assertThat(child.out() + child.err()).isEmpty();
    }

    @Test
    void withoutSharedMemory_lanesLieBesideTheLogWithAWarning() throws Exception {
        setUp.clear();
        setUp.add("mount -t tmpfs -o ro none /dev/shm");
        Path log = folder.resolve("app.log");

        ChildProcess child = run(toFile(log), 1_000);

        assertThat(Files.readAllLines(log)).isEqualTo(numbers(1_000));
        assertThat(child.err()).contains("TR3").contains("/dev/shm");
    }

    @Test
    void fullSharedMemory_lanesLieBesideTheLog() throws Exception {
        setUp.clear();
        setUp.add("mount -t tmpfs -o size=1m,mode=1777 shm /dev/shm");
        setUp.add("dd if=/dev/zero of=/dev/shm/full bs=4k count=250 2>/dev/null");
        Path log = folder.resolve("app.log");

        ChildProcess child = run(toFile(log), 1_000);

        assertThat(Files.readAllLines(log)).isEqualTo(numbers(1_000));
        assertThat(child.err()).contains("TR3005").contains("TR3006").doesNotContain("TR3007");
    }

    @Test
    void withoutSharedMemory_anApplicationThatLogsToTheConsole_needsNone() throws Exception {
        setUp.clear();
        setUp.add("mount -t tmpfs -o ro none /dev/shm");

        ChildProcess child = run(toConsole(), 3);

        assertThat(child.out().lines().toList()).isEqualTo(numbers(3));
        assertThat(child.err()).isEmpty();
    }

    @Test
    void memoryLimit_withADefaultHeap_isEnough() throws Exception {
        Path group = limitedGroup();
        try {
            setUp.add("echo $$ > '" + group.resolve("cgroup.procs") + "'");
            options.clear();
            options.add("-XX:-UsePerfData");
            Path log = folder.resolve("app.log");

            ChildProcess child = run(toFile(log), MANY);

            assertThat(Files.readAllLines(log)).isEqualTo(numbers(MANY));
            assertThat(child.out() + child.err()).isEmpty();
        } finally {
            Files.delete(group);
        }
    }

    /** A control group with a limit of 128 MB. */
    private static Path limitedGroup() {
        boolean first = Files.exists(Path.of("/sys/fs/cgroup/memory"));
        Path group = Path.of(first ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup")
                .resolve("tailrace-guide-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve(first ? "memory.limit_in_bytes" : "memory.max"), String.valueOf(128 << 20));
        } catch (IOException e) {
            System.out.println("NOT RUN: needs root (no control group can be made)");
            Assumptions.abort("needs root");
        }
        return group;
    }

    /** A user of group 0 in a directory of group 0 with mode 2775, as these platforms recommend. */
    @Test
    void anyUserId_writesItsFile() throws Exception {
        user.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=0", "--clear-groups"));
        Path logs = Files.createDirectories(folder.resolve("logs"));
        assertThat(succeeds("chmod", "2775", logs.toString())).isTrue();
        assertThat(succeeds("chgrp", "0", logs.toString())).isTrue();

        ChildProcess child = run(toFile(logs.resolve("app.log")), 3);

        assertThat(Files.readAllLines(logs.resolve("app.log"))).isEqualTo(numbers(3));
        assertThat(Files.getAttribute(logs.resolve("app.log"), "unix:uid")).isEqualTo(Integer.valueOf(USER));
        assertThat(child.out() + child.err()).isEmpty();
    }

    /** Logs the number of lines that is its argument. */
    static final class Logs {
        private Logs() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Logs.class);
            int lines = Integer.parseInt(arguments[0]);
            for (int i = 0; i < lines; i++) {
                log.info("line {}", i);
            }
        }
    }
}
