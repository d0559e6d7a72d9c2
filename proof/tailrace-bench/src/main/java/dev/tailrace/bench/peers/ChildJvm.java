package dev.tailrace.bench.peers;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A JVM for one task. It is killed when it takes too long and when this JVM ends. Not thread-safe. */
public final class ChildJvm implements AutoCloseable {
    private final ChildProcess process;
    private final String name;

    private ChildJvm(ChildProcess process, String name) {
        this.process = process;
        this.name = name;
    }

    /**
     * Starts a main class with this JVM's java.
     *
     * @param name for messages
     * @param work work folder, which gets its output
     * @param environment environment variables in addition to this JVM's
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
        JvmLauncher launcher = JvmLauncher.of(main, arguments.toArray(new String[0]))
                .classPath(classPath)
                .options(options)
                .in(work)
                .merged()
                .outputTo(work.resolve(main.substring(main.lastIndexOf('.') + 1) + ".out"));
        environment.forEach(launcher::environment);
        return new ChildJvm(launcher.start(), name);
    }

    /** The process, for its standard input. */
    public Process process() {
        return process.process();
    }

    /**
     * Waits for the end of the JVM.
     *
     * @throws ChildFailure if it takes longer, or ends with another status than 0
     */
    public void await(long seconds) throws ChildFailure {
        if (!process.awaitEnd(Duration.ofSeconds(seconds))) {
            close();
            throw new ChildFailure(name + " did not end within " + seconds + " s" + lastWords());
        }
        if (process.status() != 0) {
            throw new ChildFailure(name + " ended with status " + process.status() + lastWords());
        }
    }

    /** The JVM's output, or an empty text. */
    public String output() {
        return process.out().strip();
    }

    @Override
    public void close() {
        process.close();
    }

    private String lastWords() {
        List<String> lines = output().lines().toList();
        return lines.isEmpty()
                ? " and printed nothing"
                : ":\n  " + String.join("\n  ", lines.subList(0, Math.min(lines.size(), 15)));
    }
}
