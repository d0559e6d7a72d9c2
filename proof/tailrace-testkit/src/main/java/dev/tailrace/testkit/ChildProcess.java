package dev.tailrace.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A child process, killed by {@link #close} and when this JVM ends. Its output is kept and is part of each error message of this class;
 * {@link FailedTests} prints it when a test fails for another reason. Start JVMs with {@link JvmLauncher}, other programs with {@link
 * #start}.
 *
 * <p>One thread at a time may read lines; all other methods are thread-safe. A thread that is interrupted while it waits stays interrupted,
 * and gets an {@link AssertionError}.
 */
public final class ChildProcess implements AutoCloseable {
    /** A wait longer than this means that something hangs. */
    public static final Duration PATIENCE = Duration.ofMinutes(4);

    /** The longest wait for the rest of a dead process's output; its own children may hold the pipes open for ever. */
    private static final Duration PIPES = Duration.ofSeconds(5);

    private static final int LONGEST_LOG = 20_000;
    private static final int REMEMBERED = 8;
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();
    private static final Deque<ChildProcess> LATEST = new ArrayDeque<>();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly), "testkit-end-children"));
    }

    private final Process process;
    private final List<String> command;
    private final long startedNanos = System.nanoTime();
    private final @Nullable PipeText output;
    private final @Nullable PipeText errors;
    private final @Nullable Path outputFile;
    private final @Nullable Path errorsFile;

    private ChildProcess(ProcessBuilder builder, boolean outputIsRead) throws IOException {
        command = List.copyOf(builder.command());
        process = builder.start();
        ALIVE.removeIf(other -> !other.isAlive());
        ALIVE.add(process);
        boolean piped = outputIsRead && builder.redirectOutput().type() == ProcessBuilder.Redirect.Type.PIPE;
        boolean errorsPiped =
                !builder.redirectErrorStream() && builder.redirectError().type() == ProcessBuilder.Redirect.Type.PIPE;
        output = piped ? PipeText.of(process.getInputStream(), "testkit-output-" + process.pid()) : null;
        errors = errorsPiped ? PipeText.of(process.getErrorStream(), "testkit-errors-" + process.pid()) : null;
        outputFile = path(builder.redirectOutput());
        errorsFile = builder.redirectErrorStream() ? null : path(builder.redirectError());
        synchronized (LATEST) {
            LATEST.add(this);
            if (LATEST.size() > REMEMBERED) {
                LATEST.remove();
            }
        }
    }

    private static @Nullable Path path(ProcessBuilder.Redirect redirect) {
        return redirect.file() == null ? null : redirect.file().toPath();
    }

    /** Starts a process. Output to a pipe is kept in memory, output to a file is read from the file. */
    public static ChildProcess start(ProcessBuilder builder) throws IOException {
        return new ChildProcess(builder, true);
    }

    /** Starts a process whose standard output, a pipe, is read by the caller. */
    static ChildProcess startUnread(ProcessBuilder builder) throws IOException {
        return new ChildProcess(builder, false);
    }

    /** The latest processes started since a time of {@link System#nanoTime}. */
    static List<ChildProcess> since(long nanos) {
        synchronized (LATEST) {
            return LATEST.stream()
                    .filter(child -> child.startedNanos - nanos >= 0)
                    .toList();
        }
    }

    /** The process, for operations that this class lacks. */
    public Process process() {
        return process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a line to standard input. Does nothing if the process is dead; its status shows this. */
    public void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // The process is dead or dying.
        }
    }

    public String line() {
        return awaitLine("");
    }

    /** The next line of standard output with this beginning; earlier lines are skipped. */
    public String awaitLine(String beginning) {
        String line = line(beginning, PATIENCE);
        if (line == null) {
            // The pipe ends a moment before the process does.
            awaitEnd(Duration.ofSeconds(1));
            throw failed("it says no line that begins with '" + beginning + "'");
        }
        return line;
    }

    /** The next line of standard output with this beginning; null if the process ended or takes longer. */
    public @Nullable String line(String beginning, Duration atMost) {
        PipeText pipe = output;
        if (pipe == null) {
            throw new IllegalStateException("its output is no pipe, or is left to the caller");
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            for (String line = pipe.line(deadline); line != null; line = pipe.line(deadline)) {
                if (line.startsWith(beginning)) {
                    return line;
                }
            }
            return null;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Sends a line and returns the next line of standard output. */
    public String ask(String line) {
        say(line);
        return line();
    }

    /** Standard output so far, including standard error if they are merged. Empty if it isn't kept. */
    public String out() {
        return text(output, outputFile);
    }

    public String err() {
        return text(errors, errorsFile);
    }

    private static String text(@Nullable PipeText pipe, @Nullable Path file) {
        if (pipe != null) {
            return pipe.text();
        }
        if (file == null) {
            return "";
        }
        try {
            // Decodes any bytes without an error.
            return new String(Files.readAllBytes(file), UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Waits for the end of the process; false if it takes longer. */
    public boolean awaitEnd(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            if (output != null) {
                output.awaitEnd(PIPES.toNanos());
            }
            if (errors != null) {
                errors.awaitEnd(PIPES.toNanos());
            }
            return true;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Waits for the end and returns the exit status. A process that takes longer is killed with its children, and an error is thrown. */
    public int status(Duration atMost) {
        if (!awaitEnd(atMost)) {
            AssertionError late = failed("still running after " + atMost.toSeconds() + " s");
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            kill();
            throw late;
        }
        return process.exitValue();
    }

    public int status() {
        return status(PATIENCE);
    }

    /** Waits for the end; throws an error unless the status is 0. */
    public ChildProcess succeeded(Duration atMost) {
        if (status(atMost) != 0) {
            throw failed("it failed");
        }
        return this;
    }

    public ChildProcess succeeded() {
        return succeeded(PATIENCE);
    }

    /** Kills the process like {@code kill -9}, and returns when it is gone. */
    public void kill() {
        // The method of the process closes its pipes, and what isn't read yet is gone.
        process.toHandle().destroyForcibly();
        awaitEnd(PATIENCE);
    }

    public void stop() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    /** Sends a signal, such as {@code TERM}; throws an error if the process is gone. */
    public void signal(String name) {
        if (!signal(pid(), name)) {
            throw failed("it can't be sent the signal " + name);
        }
    }

    /** Sends a signal to a process; false when that fails. */
    public static boolean signal(long pid, String name) {
        return succeeds("sh", "-c", "kill -" + name + " " + pid);
    }

    /** Runs a command, whose output is dropped; false if it fails or there is no such program. */
    public static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Command, end and output of the process, for people. */
    public String log() {
        String end = isAlive() ? "runs" : "ended with status " + process.exitValue();
        return "process " + pid() + " " + end + ": " + String.join(" ", command) + part("output", out())
                + part("errors", err());
    }

    private static String part(String name, String text) {
        String last = text.length() > LONGEST_LOG ? "..." + text.substring(text.length() - LONGEST_LOG) : text;
        return last.isBlank() ? "" : "\n--- " + name + "\n" + last.stripTrailing();
    }

    private AssertionError failed(String what) {
        return new AssertionError(what + "; " + log());
    }

    private AssertionError interrupted() {
        Thread.currentThread().interrupt();
        return failed("interrupted");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
