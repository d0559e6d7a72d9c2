package dev.tailrace.torture.place;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A JVM that logs, and that can be told, stopped and killed. For one thread. */
public final class Child implements AutoCloseable {
    /** What is put in when the child says no more. */
    private static final String NO_MORE = "";

    private final int number;
    private final Process process;
    private final boolean wrapped;
    private final Path errors;
    private final Writer commands;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread killer;
    /** Whether somebody killed it or saw it end. */
    private boolean settled;

    /** {@code wrapped}: whether the JVM is the only child of {@code process}, in a PID namespace of its own. */
    Child(int number, Process process, boolean wrapped, Path errors) {
        this.number = number;
        this.process = process;
        this.wrapped = wrapped;
        this.errors = errors;
        this.commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
        this.killer = new Thread(process::destroyForcibly, "end-child-" + number);
        Runtime.getRuntime().addShutdownHook(killer);
        Thread listener = new Thread(this::listen, "child-" + number);
        listener.setDaemon(true);
        listener.start();
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException e) {
            // The stream ends with the process.
        }
        answers.add(NO_MORE);
    }

    /** Its number among the producers of the scene. */
    public int number() {
        return number;
    }

    /** Of the JVM, as this process sees it. */
    public long pid() {
        if (!wrapped) {
            return process.pid();
        }
        return process.children().mapToLong(ProcessHandle::pid).findFirst().orElse(process.pid());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a command; one that is dead hears nothing. */
    public void tell(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException e) {
            // It is dead or dying, which its status tells.
        }
    }

    /** Waits for an answer that begins so; false when it died or takes longer. */
    public boolean await(String beginning, long seconds) throws InterruptedException {
        return answer(beginning, seconds) != null;
    }

    /** Waits for an answer that begins so; null when it died or takes longer. */
    public @Nullable String answer(String beginning, long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            String answer = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (answer == null || answer.equals(NO_MORE)) {
                return null;
            }
            if (answer.startsWith(beginning)) {
                return answer;
            }
        }
    }

    /** Kills it, as {@code kill -9} does, and returns when it is gone. */
    public void kill() throws InterruptedException {
        settled = true;
        if (wrapped) {
            // The wrapper ends after its child; killed itself, it would end before.
            process.children().forEach(ProcessHandle::destroyForcibly);
            process.waitFor(10, TimeUnit.SECONDS);
        }
        process.destroyForcibly();
        process.waitFor();
    }

    /** Sends a signal, such as {@code STOP}. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Waits for its end; null when it takes longer. */
    public @Nullable Integer awaitEnd(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            return null;
        }
        settled = true;
        return process.exitValue();
    }

    /** Whether it is dead, and nobody knows why. */
    boolean diedByItself() {
        return !settled && !process.isAlive();
    }

    /** What it wrote on standard error. */
    public String errors() {
        try {
            return new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook has done its work.
        }
    }
}
