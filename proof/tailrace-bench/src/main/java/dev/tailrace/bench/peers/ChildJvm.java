package dev.tailrace.bench.peers;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A JVM started for one task and never left behind: it is killed when it takes too long and when this JVM ends. Not thread-safe. */
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
        JvmLauncher launcher = JvmLauncher.of(main, arguments.toArray(new String[0]))
                .classPath(classPath)
                .options(options)
                .in(work)
                .merged()
                .outputTo(work.resolve(main.substring(main.lastIndexOf('.') + 1) + ".out"));
        environment.forEach(launcher::environment);
        return new ChildJvm(launcher.start(), name);
    }

    /** The process, to talk to it. */
    public Process process() {
        return process.process();
    }

    /**
     * Waits for its end.
     *
     * @throws ChildFailure when it takes longer, or ends otherwise than well
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

    /** What it printed, or an empty text. */
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
