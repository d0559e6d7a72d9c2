package dev.tailrace.bench.peers;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A JVM for one task. It is killed when it takes too long and when this JVM ends. Not thread-safe. */
public final class ChildJvm implements AutoCloseable {
    private final ChildProcess process;
    private final String name;

    private ChildJvm(ChildProcess process, String name) {
        this.process = process;
        this.name = name;
    }

    /**
     * Starts a JVM.
     *
     * @param name for messages
     * @param output file for its output
     */
    public static ChildJvm start(String name, JvmLauncher launcher, Path output) throws IOException {
        return new ChildJvm(launcher.merged().outputTo(output).start(), name);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a line feed to its standard input; a dead JVM is noticed by {@link #await}. */
    public void release() {
        process.say("");
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
