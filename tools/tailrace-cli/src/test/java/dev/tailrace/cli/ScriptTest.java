package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./tailrace} in a small checkout of its own, with a Java and a Maven that only tell what they got. */
@Tag("anyjdk")
class ScriptTest {
    /** All the programs the script may use, besides java and mvn. */
    private static final List<String> TOOLS =
            List.of("sed", "find", "dirname", "readlink", "mkdir", "rmdir", "cat", "rm", "mv", "tail", "grep", "sleep");

    private static final String MAVEN_THAT_BUILDS = """
            #!/bin/sh
            echo "$PWD $*" >> "$MAVEN_CALLS"
            echo "[INFO] Building Tailrace core 0.1.0-SNAPSHOT        [1/2]"
            mkdir -p tools/tailrace-cli/target proof/tailrace-bench/target/classes
            : > tools/tailrace-cli/target/tailrace-cli-0.1.0-SNAPSHOT-all.jar
            """;

    @TempDir
    Path folder;

    private Path root;
    private Path bin;
    private Path jdk;
    private Path calls;

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void makeCheckout() throws IOException {
        folder = folder.toRealPath();
        root = Files.createDirectories(folder.resolve("a checkout"));
        bin = Files.createDirectories(folder.resolve("bin"));
        jdk = folder.resolve("jdk");
        calls = folder.resolve("calls");
        for (String tool : TOOLS) {
            Path found = Path.of("/bin", tool);
            Path program = Files.exists(found) ? found : Path.of("/usr/bin", tool);
            program(bin.resolve(tool), "#!/bin/sh\nexec " + program + " \"$@\"\n");
        }
        Files.copy(Project.root().resolve("tailrace"), root.resolve("tailrace"));
        executable(root.resolve("tailrace"));
        write(root.resolve("pom.xml"), "");
        for (String module : new String[] {"tools/tailrace-cli", "proof/tailrace-bench"}) {
            write(root.resolve(module).resolve("pom.xml"), "");
            write(root.resolve(module).resolve("src/main/java/A.java"), "");
        }
        java(jdk, "17.0.15", "echo \"java $*\"; exit ${JAVA_STATUS:-0}");
        program(bin.resolve("mvn"), MAVEN_THAT_BUILDS);
        age(root);
    }

    @Test
    void start_nothingBuilt_buildsAndRunsWithTheArguments() throws Exception {
        Ended ended = run(root.resolve("tailrace"), "race", "--json", "a b");

        assertThat(ended.err()).contains("building (first time", "tailrace: built in");
        assertThat(ended.out())
                .isEqualTo("java -Dtailrace.home=" + root + " -jar " + root
                        + "/tools/tailrace-cli/target/tailrace-cli-0.1.0-SNAPSHOT-all.jar race --json a b\n");
        assertThat(ended.status()).isZero();
        assertThat(builds())
                .containsExactly(
                        root
                                + " -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl tools/tailrace-cli,proof/tailrace-bench -am package");
    }

    @Test
    void start_builtAndUnchanged_buildsNothingAndSaysNothing() throws Exception {
        run(root.resolve("tailrace"));
        Ended second = run(root.resolve("tailrace"));

        assertThat(second.err()).isEmpty();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void start_sourceChanged_buildsAgain() throws Exception {
        run(root.resolve("tailrace"));
        touch(root.resolve("proof/tailrace-bench/src/main/java/A.java"));
        Ended second = run(root.resolve("tailrace"));

        assertThat(second.err()).contains("building (sources have changed)");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void start_sourceRemoved_buildsAgain() throws Exception {
        run(root.resolve("tailrace"));
        Files.delete(root.resolve("tools/tailrace-cli/src/main/java/A.java"));
        touch(root.resolve("tools/tailrace-cli/src/main/java"));
        run(root.resolve("tailrace"));

        assertThat(builds()).hasSize(2);
    }

    @Test
    void start_jarRemoved_buildsAgain() throws Exception {
        run(root.resolve("tailrace"));
        Files.delete(root.resolve("tools/tailrace-cli/target/tailrace-cli-0.1.0-SNAPSHOT-all.jar"));
        run(root.resolve("tailrace"));

        assertThat(builds()).hasSize(2);
    }

    @Test
    void start_throughLinks_findsItsCheckout() throws Exception {
        Path absolute = Files.createSymbolicLink(folder.resolve("first"), root.resolve("tailrace"));
        Files.createDirectories(folder.resolve("elsewhere"));
        Path relative = Files.createSymbolicLink(folder.resolve("elsewhere/second"), Path.of("../first"));

        assertThat(run(absolute).out()).contains("-Dtailrace.home=" + root + " ");
        assertThat(run(relative).out()).contains("-Dtailrace.home=" + root + " ");
    }

    @Test
    void start_anyStatus_isPassedOn() throws Exception {
        assertThat(run(builder(root.resolve("tailrace")), "JAVA_STATUS", "1").status())
                .isEqualTo(1);
    }

    @Test
    void start_buildFails_showsTheEndOfTheLogAndLeavesNoLock() throws Exception {
        program(bin.resolve("mvn"), "#!/bin/sh\necho '[ERROR] A.java: symbol missing'\necho 'the last line'\nexit 1\n");
        Ended ended = run(root.resolve("tailrace"));

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err())
                .contains("the build failed", "[ERROR] A.java: symbol missing", "the last line")
                .contains("the whole log is " + root.resolve("target/tailrace-build.log"));
        assertThat(ended.out()).isEmpty();
        assertThat(root.resolve("target/tailrace-build.lock")).doesNotExist();
        assertThat(root.resolve("target/tailrace-build.stamp")).doesNotExist();
    }

    @Test
    void start_twoAtOnce_buildOnce() throws Exception {
        // The first one's Maven ends when the second one is waiting for it.
        program(
                bin.resolve("mvn"),
                MAVEN_THAT_BUILDS + "while [ ! -s '" + folder.resolve("err2") + "' ]; do sleep 1; done\n");
        ChildProcess first = ChildProcess.start(builder(root.resolve("tailrace")));
        while (!Files.exists(calls)) {
            assertThat(first.process().waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
        }
        ChildProcess second = ChildProcess.start(builder(root.resolve("tailrace"))
                .redirectError(folder.resolve("err2").toFile()));

        assertThat(ended(second).err()).contains("waiting for another build (process " + first.pid() + ")");
        assertThat(ended(first).status()).isZero();
        assertThat(second.status()).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void start_lockOfADeadProcess_isTakenOver() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        write(root.resolve("target/tailrace-build.lock/pid"), dead.pid() + "\n");

        assertThat(run(root.resolve("tailrace")).status()).isZero();
        assertThat(builds()).hasSize(1);
        assertThat(root.resolve("target/tailrace-build.lock")).doesNotExist();
    }

    @Test
    void start_noJava_saysWhatToDo() throws Exception {
        ProcessBuilder builder = builder(root.resolve("tailrace"));
        builder.environment().remove("JAVA_HOME");
        Ended ended = run(builder);

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("there is no Java here", "Install a JDK 17");
    }

    @Test
    void start_javaOfThePath_isFoundThroughItsLink() throws Exception {
        Files.createSymbolicLink(bin.resolve("java"), jdk.resolve("bin/java"));
        ProcessBuilder builder = builder(root.resolve("tailrace"));
        builder.environment().remove("JAVA_HOME");

        assertThat(run(builder).status()).isZero();
    }

    @Test
    void start_wrongJavaHome_namesIt() throws Exception {
        Ended ended = run(builder(root.resolve("tailrace")), "JAVA_HOME", "/no/such/jdk");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("JAVA_HOME is /no/such/jdk", "no bin/java");
    }

    @Test
    void start_oldJava_namesItsVersion() throws Exception {
        java(folder.resolve("old"), "11.0.2", "exit 9");
        java(folder.resolve("older"), "1.8.0_402", "exit 9");

        Ended old = run(
                builder(root.resolve("tailrace")),
                "JAVA_HOME",
                folder.resolve("old").toString());
        Ended older = run(
                builder(root.resolve("tailrace")),
                "JAVA_HOME",
                folder.resolve("older").toString());

        assertThat(old.status()).isEqualTo(2);
        assertThat(old.err()).contains("is Java 11.0.2, and Tailrace needs 17 or newer");
        assertThat(older.err()).contains("is Java 1.8.0_402, and Tailrace needs 17 or newer");
    }

    @Test
    void start_javaWithoutReleaseFile_isAsked() throws Exception {
        Files.delete(jdk.resolve("release"));
        program(jdk.resolve("bin/java"), "#!/bin/sh\necho 'openjdk version \"17.0.15\" 2025-04-15' >&2\n");

        assertThat(run(root.resolve("tailrace")).status()).isZero();
    }

    @Test
    void start_newerJavaAndBuilt_runs() throws Exception {
        run(root.resolve("tailrace"));
        java(folder.resolve("new"), "25.0.1", "echo newer");

        Ended ended = run(
                builder(root.resolve("tailrace")),
                "JAVA_HOME",
                folder.resolve("new").toString());

        assertThat(ended.out()).isEqualTo("newer\n");
    }

    @Test
    void start_newerJavaAndNotBuilt_builds() throws Exception {
        java(folder.resolve("new"), "25.0.1", "echo newer");

        Ended ended = run(
                builder(root.resolve("tailrace")),
                "JAVA_HOME",
                folder.resolve("new").toString());

        assertThat(ended.err()).contains("tailrace: built in");
        assertThat(ended.out()).isEqualTo("newer\n");
    }

    @Test
    void start_noMaven_saysWhatToDo() throws Exception {
        Files.delete(bin.resolve("mvn"));
        Ended ended = run(root.resolve("tailrace"));

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("Maven is needed to build Tailrace");
    }

    private Ended run(Path script, String... args) throws IOException, InterruptedException {
        return run(builder(script, args));
    }

    private Ended run(ProcessBuilder builder, String variable, String value) throws IOException, InterruptedException {
        builder.environment().put(variable, value);
        return run(builder);
    }

    private static Ended run(ProcessBuilder builder) throws IOException {
        return ended(ChildProcess.start(builder));
    }

    private static Ended ended(ChildProcess process) {
        return new Ended(process.status(), process.out(), process.err());
    }

    private ProcessBuilder builder(Path script, String... args) {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("MAVEN_CALLS", calls.toString());
        return builder;
    }

    private List<String> builds() throws IOException {
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private static void java(Path home, String version, String script) throws IOException {
        write(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        program(home.resolve("bin/java"), "#!/bin/sh\n" + script + "\n");
        program(home.resolve("bin/javac"), "#!/bin/sh\n");
    }

    private static void program(Path file, String text) throws IOException {
        write(file, text);
        executable(file);
    }

    private static void write(Path file, String text) throws IOException {
        Path parent = file.getParent();
        assertThat(parent).isNotNull();
        Files.createDirectories(parent);
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
    }

    /** Lets all files be a minute old, so that none has the time of the build. */
    private static void age(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
    }
}
