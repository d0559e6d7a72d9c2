package dev.tailrace.junit;

import dev.tailrace.junit.report.Run;
import dev.tailrace.junit.report.TestResult;
import dev.tailrace.junit.suites.Idle;
import dev.tailrace.junit.suites.Launch;
import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Launches suites in another JVM, with one backend and one JUnit on its class path. */
final class ChildRun {
    /** Faster for short runs: little is gained by compiling well. */
    static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final Path NEWEST = Path.of("target", "newest-junit").toAbsolutePath();
    /** The published jar. */
    static final Path JAR =
            Path.of("target", "tailrace-junit-" + MavenBuild.VERSION + ".jar").toAbsolutePath();

    private static final Path PROVIDERS = Path.of("target", "providers").toAbsolutePath();

    /** The backend of SLF4J. */
    enum Logging {
        LOGBACK,
        LOG4J,
        LOG4J_ASYNC,
        /** A normal context with some asynchronous loggers. */
        LOG4J_MIXED,
        TAILRACE,
        SIMPLE
    }

    private final Path folder;
    private final Logging logging;
    private final List<String> options = new ArrayList<>();
    private boolean oldest;
    private boolean uncounted;
    private boolean first;
    private boolean spring;
    private boolean modules;
    private @Nullable Path idle;
    private @Nullable Path suites;
    private final List<Path> libraries = new ArrayList<>();
    private Path java = Jdk.java();

    ChildRun(Path folder, Logging logging) throws IOException {
        this.folder = folder;
        this.logging = logging;
        Files.writeString(folder.resolve("logback.xml"), """
                <configuration>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>app.log</file>
                    <encoder><pattern>%d %level %logger - %msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="FILE"/></root>
                </configuration>
                """);
        Files.writeString(folder.resolve("log4j2.xml"), """
                <Configuration status="WARN">
                  <Appenders>
                    <File name="FILE" fileName="app.log"><PatternLayout pattern="%d %level %logger - %msg%n"/></File>
                  </Appenders>
                  <Loggers><Root level="INFO"><AppenderRef ref="FILE"/></Root></Loggers>
                </Configuration>
                """);
        options.addAll(QUICK);
        options.add("-Dtailrace.dir=lanes");
        switch (logging) {
            case LOGBACK -> options.add("-Dlogback.configurationFile=logback.xml");
            case TAILRACE -> options.add("-Dtailrace.config=logback.xml");
            case LOG4J -> options.add("-Dlog4j2.configurationFile=log4j2.xml");
            case LOG4J_MIXED -> {
                Path file = folder.resolve("log4j2.xml");
                Files.writeString(
                        file,
                        Files.readString(file).replace("<Root", "<AsyncRoot").replace("</Root", "</AsyncRoot"));
                options.add("-Dlog4j2.configurationFile=log4j2.xml");
            }
            case LOG4J_ASYNC ->
                options.addAll(List.of(
                        "-Dlog4j2.configurationFile=log4j2.xml",
                        "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"));
            case SIMPLE -> {}
        }
    }

    /** With the oldest supported JUnit instead of the newest. */
    ChildRun onOldestJUnit() {
        oldest = true;
        return this;
    }

    /** With this module before JUnit's on the class path. */
    ChildRun countingFirst() {
        first = true;
        return this;
    }

    /** With Spring Boot. */
    ChildRun withSpring() {
        spring = true;
        return this;
    }

    /** Without this module on the class path. */
    ChildRun withoutCounting() {
        uncounted = true;
        return this;
    }

    /** Without this module, and with a listener and an extension that do nothing. */
    ChildRun withIdle() throws IOException {
        uncounted = true;
        idle = folder.resolve("idle");
        Path services = Files.createDirectories(idle.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.junit.platform.launcher.TestExecutionListener"), Idle.class.getName());
        Files.writeString(
                services.resolve("org.junit.jupiter.api.extension.Extension"), Idle.Extension.class.getName());
        return this;
    }

    /** With all jars on the module path, and the suites on the class path. */
    ChildRun onModulePath() {
        modules = true;
        return this;
    }

    /** With further test classes, in a folder before all jars. */
    ChildRun withSuites(Path classes) {
        suites = classes;
        return this;
    }

    /** With a further library for tests. */
    ChildRun withLibrary(Path jar) {
        libraries.add(jar);
        return this;
    }

    /** With the JVM's default compilers and collector, as in most builds. */
    ChildRun asUsual() {
        options.removeAll(QUICK);
        return this;
    }

    ChildRun with(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    ChildRun java(Path other) {
        java = other;
        return this;
    }

    Output run(Class<?>... suites) throws Exception {
        return run(Launch.class, Arrays.stream(suites).map(Class::getName).toList());
    }

    /** Runs suites by name, for suites outside this module's tests. */
    Output run(List<String> suites) throws Exception {
        return run(Launch.class, suites);
    }

    Output run(Class<?> main, List<String> arguments) throws Exception {
        List<Path> path = path();
        JvmLauncher launcher = JvmLauncher.of(main, arguments.toArray(new String[0]))
                .java(java)
                .options(options)
                .in(folder);
        if (modules) {
            launcher.modulePath(path.subList(1, path.size())).options("--add-modules", "ALL-MODULE-PATH");
            path = path.subList(0, 1);
        }
        ChildProcess child = launcher.classPath(path).run();
        return new Output(folder, child.out(), child.err());
    }

    /** The class path; the suites come first. */
    private List<Path> path() throws Exception {
        List<Path> path = new ArrayList<>();
        path.add(Origins.of(Launch.class));
        if (suites != null) {
            path.add(suites);
        }
        path.add(Origins.of(org.slf4j.Logger.class));
        path.addAll(libraries);
        path.addAll(
                switch (logging) {
                    case LOGBACK ->
                        Origins.of(ch.qos.logback.classic.LoggerContext.class, ch.qos.logback.core.Appender.class);
                    case TAILRACE ->
                        Stream.concat(Origins.backend().stream(), Stream.of(Origins.of(TailraceServiceProvider.class)))
                                .toList();
                    case LOG4J -> log4j("log4j-slf4j2-impl.jar");
                    case LOG4J_ASYNC, LOG4J_MIXED -> log4j("log4j-slf4j2-impl.jar", "disruptor.jar");
                    case SIMPLE -> List.of(PROVIDERS.resolve("slf4j-simple.jar"));
                });
        if (spring) {
            for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                if (each.replace('\\', '/').matches(".*/(spring|commons-logging|micrometer)-[^/]*\\.jar")
                        || each.contains("spring-boot")) {
                    path.add(Path.of(each));
                }
            }
        }
        if (first) {
            path.add(JAR);
        }
        path.addAll(
                oldest
                        ? Origins.of(
                                org.junit.jupiter.api.Test.class,
                                Class.forName("org.junit.jupiter.engine.JupiterTestEngine"),
                                org.junit.platform.commons.JUnitException.class,
                                org.junit.platform.engine.TestEngine.class,
                                org.junit.platform.launcher.Launcher.class,
                                org.opentest4j.AssertionFailedError.class)
                        : newest());
        // Last, as in docs/reference/testing.md.
        if (idle != null) {
            path.add(idle);
        }
        if (!uncounted) {
            path.add(JAR);
        }
        return path;
    }

    private static List<Path> log4j(String... providers) {
        List<Path> path = new ArrayList<>(Origins.of(
                org.apache.logging.log4j.core.LoggerContext.class, org.apache.logging.log4j.LogManager.class));
        for (String provider : providers) {
            path.add(PROVIDERS.resolve(provider));
        }
        return path;
    }

    private static List<Path> newest() throws IOException {
        try (Stream<Path> jars = Files.list(NEWEST)) {
            return jars.sorted().toList();
        }
    }

    /** The child's output. */
    record Output(Path folder, String out, String err) {
        Run run() throws IOException {
            return Run.read(folder.resolve("target/tailrace-kpis/run.json"));
        }

        TestResult result(String name) throws IOException {
            return run().tests().stream()
                    .filter(test -> test.id().endsWith(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no result of " + name + "; stderr: " + err));
        }
    }
}
