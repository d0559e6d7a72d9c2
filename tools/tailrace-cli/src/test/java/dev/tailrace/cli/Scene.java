package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.Gson;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.lint.Lint;
import dev.tailrace.loadtest.Ramp;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.report.Json;
import dev.tailrace.ship.RowView;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jline.utils.Signals;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;
import picocli.CommandLine;

/** A log in a folder, processes that log to it, and the verbs. All processes end with the scene. */
final class Scene implements AutoCloseable {
    /** What a verb, run in this JVM, said. */
    record Said(int status, String out, String err) {}

    final Path folder;
    final Path log;
    final Path lockFile;
    /** Holds a lane directory for each log. */
    final Path lanes;

    private final List<ChildProcess> processes = new ArrayList<>();

    Scene(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        this.log = this.folder.resolve("log/app.log");
        this.lockFile = this.folder.resolve("log/.app.log.tailrace-lock");
        this.lanes = Files.createDirectories(this.folder.resolve("lanes"));
        Files.createDirectories(this.folder.resolve("log"));
        configuration("app");
    }

    /** Writes a configuration of that name, for a log of that name. */
    Path configuration(String name) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>"
                        + log.resolveSibling(name + ".log")
                        + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
    }

    /** Starts a process that has logged these lines when this returns. */
    ChildProcess producer(String tag, int lines) throws IOException {
        return producer("app", tag, lines);
    }

    ChildProcess producer(String name, String tag, int lines) throws IOException {
        ChildProcess process = start(java(LoggingProcess.class, tag, String.valueOf(lines))
                .options("-Dtailrace.dir=" + lanes, "-Dtailrace.config=" + folder.resolve(name + ".xml")));
        assertThat(process.line()).isEqualTo("logged");
        return process;
    }

    /**
     * Lines that wait for sure: the process that drains is stopped while they are logged, then all processes are killed.
     *
     * @return the process that logged them
     */
    ChildProcess killedWith(int lines) throws IOException {
        return killedWith("app", lines);
    }

    ChildProcess killedWith(String name, int lines) throws IOException {
        ChildProcess drainer = producer(name, "drainer", 1);
        Path file = log.resolveSibling(name + ".log");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(file).hasContent("drainer 0 of 1\n"));
        drainer.stop();
        ChildProcess producer = producer(name, "killed", lines);
        producer.kill();
        drainer.kill();
        return producer;
    }

    /** Leaves a test out, for one of the reasons that CONTRIBUTING.md lists. */
    static void notRun(String reason, String what) {
        System.out.println("NOT RUN: " + reason + " (" + what + ")");
        Assumptions.abort(reason);
    }

    static List<String> lines(String tag, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> tag + " " + i + " of " + count)
                .toList();
    }

    List<String> logged() throws IOException {
        return Files.readAllLines(log);
    }

    /** The lane directory of the one log. */
    Path laneDirectory() throws IOException {
        try (Stream<Path> entries = Files.list(lanes)) {
            return entries.findFirst().orElseThrow();
        }
    }

    ChildProcess start(JvmLauncher launcher) throws IOException {
        ChildProcess process = launcher.in(folder).start();
        processes.add(process);
        return process;
    }

    /** What the processes of {@link #start} said on standard error, all of them. */
    String errors() {
        return processes.stream().map(ChildProcess::err).collect(Collectors.joining());
    }

    /** Starts the command line as a process of its own. */
    ChildProcess verb(String... arguments) throws IOException {
        return start(java(Main.class, arguments));
    }

    /** Runs a verb in this JVM. */
    static Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(Checkout.named(null), new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Said(status, out.toString(), err.toString());
    }

    /** A JVM as small as a sidecar's. */
    static JvmLauncher java(Class<?> main, String... arguments) {
        return JvmLauncher.of(main, arguments)
                .options("-Xmx64m", "-XX:+UseSerialGC")
                .classPath(classPathEntries());
    }

    /** Everything that a child needs, without the tests' own libraries. */
    static List<Path> classPathEntries() {
        Stream<Path> others = Stream.of(
                        LoggingProcess.class,
                        Main.class,
                        Doctor.class,
                        Ramp.class,
                        LiveRecorder.class,
                        Lint.class,
                        LogView.class,
                        Json.class,
                        RowView.class,
                        Gson.class,
                        CommandLine.class,
                        Signals.class,
                        SLF4JServiceProvider.class,
                        LoggerFactory.getILoggerFactory().getClass())
                .map(Origins::of);
        return Stream.concat(Origins.backend().stream(), others).distinct().toList();
    }

    @Override
    public void close() {
        processes.forEach(ChildProcess::close);
    }
}
