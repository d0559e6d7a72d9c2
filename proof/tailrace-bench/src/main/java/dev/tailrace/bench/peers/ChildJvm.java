package dev.tailrace.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM started for one task and never left behind: it is killed when it takes too long and when this JVM ends. Not thread-safe. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final Path output;
    private final String name;
    private final Thread killer;

    private ChildJvm(Process process, Path output, String name) {
        this.process = process;
        this.output = output;
        this.name = name;
        killer = new Thread(process::destroyForcibly, "end " + name);
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /**
     * Starts a main class with this JVM's java.
     *
     * @param name for messages
     * @param work its work folder, where its output is kept
     * @param environment variables beside those of this JVM
     */
    public static ChildJvm start(
            String name,
            Path work,
            Map<String, String> environment,
            String classPath,
            List<String> options,
            String main,
            List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(classPath);
        command.addAll(options);
        command.add(main);
        command.addAll(arguments);
        Path output = work.resolve(main.substring(main.lastIndexOf('.') + 1) + ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        return new ChildJvm(process, output, name);
    }

    /** The process, to talk to it. */
    public Process process() {
        return process;
    }

    /**
     * Waits for its end.
     *
     * @throws ChildFailure when it takes longer, or ends otherwise than well
     */
    public void await(long seconds) throws InterruptedException, ChildFailure {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            close();
            throw new ChildFailure(name + " did not end within " + seconds + " s" + lastWords());
        }
        if (process.exitValue() != 0) {
            throw new ChildFailure(name + " ended with status " + process.exitValue() + lastWords());
        }
    }

    /** What it printed, or an empty text. */
    public String output() {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook has done its work.
        }
    }

    private String lastWords() {
        List<String> lines = output().lines().toList();
        return lines.isEmpty()
                ? " and printed nothing"
                : ":\n  " + String.join("\n  ", lines.subList(0, Math.min(lines.size(), 15)));
    }
}
