package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Runs a scenario in its own JVM with a configuration. The class path has provider, engine, slf4j-api and the scenario's additions.
 */
final class ChildJvm {
    /** The exit status of the engine's planned crash. */
    private static final int CRASHED = 99;
    /** The exit status of a JVM after SIGTERM. */
    private static final int TERMINATED = 143;

    private final Path folder;
    private final List<String> options = new ArrayList<>();
    private final List<Class<?>> libraries =
            new ArrayList<>(List.of(Tailrace.class, TailraceLogger.class, org.slf4j.Logger.class));
    private final List<Path> jars = new ArrayList<>();
    private final List<Path> copies = new ArrayList<>();
    private boolean asModules;
    private boolean mayDie;
    private boolean piped;
    private boolean terminated;
    private List<String> prefix = List.of();
    private Path java = Jdk.java();

    /** The child runs in {@code folder}; the configuration logs to {@code app.log} there, one pattern for all levels from INFO. */
    ChildJvm(Path folder, String pattern) throws IOException {
        this(folder, pattern, "<root level='INFO'><appender-ref ref='FILE'/></root>");
    }

    ChildJvm(Path folder, String pattern, String loggers) throws IOException {
        this(folder, loggers, () -> "<encoder><pattern>" + pattern + "</pattern></encoder>");
    }

    /** A child whose configuration has this {@code <encoder>}. */
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
        more.forEach(jar -> jars.add(jar.toAbsolutePath()));
        return this;
    }

    ChildJvm asModules() {
        asModules = true;
        return this;
    }

    /** The child crashes where these engine options say, or ends by itself. */
    ChildJvm dying(String... engineOptions) {
        options.addAll(List.of(engineOptions));
        mayDie = true;
        return this;
    }

    /** SIGTERM ends the child. */
    ChildJvm terminated() {
        terminated = true;
        return this;
    }

    /** Adds JVM options. */
    ChildJvm options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Puts these words before the child's command. */
    ChildJvm behind(String... words) {
        prefix = List.of(words);
        return this;
    }

    /** Copies the child's classes, for a user without permission to read ours. */
    ChildJvm copied(Class<?> scenario) throws IOException {
        with(scenario);
        Path library = Files.createDirectories(folder.resolve("library"));
        for (Path from : path()) {
            Path to = library.resolve(copies.size() + "-" + from.getFileName());
            copies.add(to);
            try (Stream<Path> all = Files.walk(from)) {
                for (Path each : all.toList()) {
                    Path copy = each.equals(from)
                            ? to
                            : to.resolve(from.relativize(each).toString());
                    Files.copy(each, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return this;
    }

    /** Packs the child's classes into jars, and returns those. */
    List<Path> packed(Class<?> scenario) throws IOException {
        with(scenario);
        Path library = Files.createDirectories(folder.resolve("library"));
        for (Path from : List.copyOf(path())) {
            Path to = library.resolve(copies.size() + "-" + from.getFileName() + ".jar");
            copies.add(to);
            if (!Files.isDirectory(from)) {
                Files.copy(from, to);
                continue;
            }
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(to));
                    Stream<Path> all = Files.walk(from)) {
                for (Path each : all.filter(Files::isRegularFile).toList()) {
                    jar.putNextEntry(new JarEntry(from.relativize(each).toString()));
                    Files.copy(each, jar);
                }
            }
        }
        return copies;
    }

    /** Makes the child's standard output a pipe, not a file. */
    ChildJvm piped() {
        piped = true;
        return this;
    }

    /** Makes the configuration roll its log by size and date. */
    ChildJvm rolling() throws IOException {
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("core.FileAppender'>", """
                                core.rolling.RollingFileAppender'>
                                <rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>
                                <fileNamePattern>%s/app.%%d.%%i.log</fileNamePattern><maxFileSize>1MB</maxFileSize>
                                </rollingPolicy>""".formatted(folder)));
        return this;
    }

    ChildJvm java(Path otherJava) {
        java = otherJava;
        return this;
    }

    /** Runs a main class of the test sources. */
    Output run(Class<?> scenario, String... arguments) throws Exception {
        with(scenario);
        return run(scenario.getName(), arguments);
    }

    /** Runs a source file, so that no class folder of the tests is on the class path. */
    Output run(Path source) throws Exception {
        return run(source.toString());
    }

    /** Starts a main class of the test sources. Its standard output is a pipe that only the caller reads. */
    ChildProcess start(Class<?> scenario, String... arguments) throws IOException {
        with(scenario);
        return launcher(scenario.getName(), arguments).unread().start();
    }

    private JvmLauncher launcher(String main, String... arguments) {
        JvmLauncher launcher = JvmLauncher.of(main, arguments)
                .in(folder)
                .behind(prefix)
                .java(java)
                .options(options);
        return asModules
                ? launcher.modulePath(path()).options("--add-modules", "dev.tailrace.slf4j")
                : launcher.classPath(path());
    }

    private Output run(String main, String... arguments) throws Exception {
        JvmLauncher launcher = launcher(main, arguments).errorsTo(folder.resolve("stderr"));
        try (ChildProcess child = (piped ? launcher : launcher.outputTo(folder.resolve("stdout"))).start()) {
            int status = child.status();
            Output output =
                    new Output(child.out().lines().toList(), child.err().lines().toList(), folder.resolve("app.log"));
            assertThat(status)
                    .as("exit status; stderr: %s", output.err())
                    .isIn(terminated ? TERMINATED : 0, mayDie ? CRASHED : terminated ? TERMINATED : 0);
            return output;
        }
    }

    private List<Path> path() {
        if (!copies.isEmpty()) {
            return copies;
        }
        Stream<Path> own =
                Stream.concat(Origins.backend().stream(), libraries.stream().map(Origins::of));
        return Stream.concat(own, jars.stream()).distinct().toList();
    }

    /** The child's output and log file, line by line. */
    record Output(List<String> out, List<String> err, Path file) {
        List<String> log() throws IOException {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        }
    }
}
