package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a scenario in a JVM of its own: provider, engine and slf4j-api on the class path, and what else the scenario names. */
final class ChildJvm {
    private static final long DEADLINE_SECONDS = 300;
    /** What the engine ends with where it was told to die. */
    private static final int CRASHED = 99;

    private final Path folder;
    private final List<String> options = new ArrayList<>();
    private final List<Class<?>> libraries =
            new ArrayList<>(List.of(Tailrace.class, TailraceLogger.class, org.slf4j.Logger.class));
    private final List<String> jars = new ArrayList<>();
    private boolean asModules;
    private boolean mayDie;
    private Path java = Path.of(System.getProperty("java.home"), "bin", "java");

    /** The child runs in {@code folder}; the configuration logs to {@code app.log} there, one pattern for all levels from INFO. */
    ChildJvm(Path folder, String pattern) throws IOException {
        this(folder, pattern, "<root level='INFO'><appender-ref ref='FILE'/></root>");
    }

    ChildJvm(Path folder, String pattern, String loggers) throws IOException {
        this(folder, loggers, () -> "<encoder><pattern>" + pattern + "</pattern></encoder>");
    }

    /** The same with an {@code <encoder>} of any kind. */
    static ChildJvm encoding(Path folder, String encoder) throws IOException {
        return new ChildJvm(folder, "<root level='INFO'><appender-ref ref='FILE'/></root>", () -> encoder);
    }

    private ChildJvm(Path folder, String loggers, Supplier<String> encoder) throws IOException {
        this.folder = folder;
        Path config = Files.writeString(
                folder.resolve("logback.xml"), """
                <configuration>
                  <appender name='FILE' class='ch.qos.logback.core.FileAppender'>
                    <file>%s</file>
                    %s
                  </appender>
                  %s
                </configuration>
                """.formatted(folder.resolve("app.log"), encoder.get(), loggers));
        options.add("-Dtailrace.config=" + config);
    }

    /** Adds the jars or class folders that these classes come from. */
    ChildJvm with(Class<?>... classes) {
        libraries.addAll(List.of(classes));
        return this;
    }

    /** Adds jars. */
    ChildJvm with(List<Path> more) {
        more.forEach(jar -> jars.add(jar.toAbsolutePath().toString()));
        return this;
    }

    ChildJvm asModules() {
        asModules = true;
        return this;
    }

    /** The child dies where these options of the engine's say, or ends by itself. */
    ChildJvm dying(String... engineOptions) {
        options.addAll(List.of(engineOptions));
        mayDie = true;
        return this;
    }

    ChildJvm java(Path otherJava) {
        java = otherJava;
        return this;
    }

    /** Runs a main class of the test sources. */
    Output run(Class<?> scenario, String... arguments) throws Exception {
        with(scenario);
        return start(scenario.getName(), arguments);
    }

    /** Runs a source file, so that no class folder of the tests is on the class path. */
    Output run(Path source) throws Exception {
        return start(source.toString());
    }

    private Output start(String main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(
                asModules
                        ? List.of("--module-path", path(), "--add-modules", "dev.tailrace.slf4j")
                        : List.of("-cp", path()));
        command.add(main);
        command.addAll(List.of(arguments));
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + DEADLINE_SECONDS + " s: " + Files.readString(err));
            }
        } finally {
            process.destroyForcibly();
        }
        Output output = new Output(Files.readAllLines(out), Files.readAllLines(err), folder.resolve("app.log"));
        assertThat(process.exitValue())
                .as("exit status; stderr: %s", output.err())
                .isIn(0, mayDie ? CRASHED : 0);
        return output;
    }

    private String path() {
        return Stream.concat(libraries.stream().map(ChildJvm::origin).distinct(), jars.stream())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String origin(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(type.getName(), impossible);
        }
    }

    /** What the child left behind, line by line. */
    record Output(List<String> out, List<String> err, Path file) {
        List<String> log() throws IOException {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        }
    }
}
