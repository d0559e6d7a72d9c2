package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.Gson;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.Lint;
import dev.tailrace.loadtest.Ramp;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.report.Json;
import dev.tailrace.testkit.Origins;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    private final List<Process> processes = new ArrayList<>();
    private int outputs;

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
    Process producer(String tag, int lines) throws IOException {
        return producer("app", tag, lines);
    }

    Process producer(String name, String tag, int lines) throws IOException {
        List<String> command = java(classPath(), "-Dtailrace.dir=" + lanes);
        command.addAll(List.of(
                "-Dtailrace.config=" + folder.resolve(name + ".xml"),
                LoggingProcess.class.getName(),
                tag,
                String.valueOf(lines)));
        Process process = start(command);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(out.readLine()).isEqualTo("logged");
        return process;
    }

    /**
     * Lines that wait for sure: the process that drains is stopped while they are logged, then all processes are killed.
     *
     * @return the process that logged them
     */
    Process killedWith(int lines) throws IOException, InterruptedException {
        return killedWith("app", lines);
    }

    Process killedWith(String name, int lines) throws IOException, InterruptedException {
        Process drainer = producer(name, "drainer", 1);
        Path file = log.resolveSibling(name + ".log");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(file).hasContent("drainer 0 of 1\n"));
        signal(drainer, "STOP");
        Process producer = producer(name, "killed", lines);
        kill(producer);
        kill(drainer);
        return producer;
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

    Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err" + outputs++).toFile())
                .start();
        processes.add(process);
        return process;
    }

    /** What the processes of {@link #start} said on standard error, all of them. */
    String errors() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < outputs; i++) {
            all.append(Files.readString(folder.resolve("err" + i)));
        }
        return all.toString();
    }

    /** Starts the command line as a process of its own. */
    Process verb(String... arguments) throws IOException {
        List<String> command = java(classPath());
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return start(command);
    }

    static void signal(Process process, String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid()).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Runs a verb in this JVM. */
    static Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(Checkout.named(null), new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Said(status, out.toString(), err.toString());
    }

    static List<String> java(String classPath, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // As small as a sidecar's.
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-cp", classPath));
        command.addAll(List.of(options));
        return command;
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
                        Json.class,
                        Gson.class,
                        CommandLine.class,
                        SLF4JServiceProvider.class,
                        LoggerFactory.getILoggerFactory().getClass())
                .map(Origins::of);
        return Stream.concat(Origins.backend().stream(), others).distinct().toList();
    }

    static String classPath() {
        return classPathEntries().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Waits until a process has ended; returns its status. */
    static int ended(Process process, Duration patience) throws InterruptedException {
        assertThat(process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS))
                .as("ended")
                .isTrue();
        return process.exitValue();
    }

    /** What a process said on standard output until it ended. */
    static @Nullable String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly();
            try {
                process.waitFor(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
