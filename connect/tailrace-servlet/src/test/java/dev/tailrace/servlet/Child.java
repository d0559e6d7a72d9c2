package dev.tailrace.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A child JVM that says {@code name=value} on standard output; killed when it is closed. */
final class Child implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 240;

    private final Process process;
    private final Path out;
    private final Path err;

    Child(Path folder, String name, String classPath, List<String> arguments) throws IOException {
        this.out = folder.resolve(name + ".out");
        this.err = folder.resolve(name + ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:SoftRefLRUPolicyMSPerMB=0"));
        command.addAll(List.of("-cp", classPath));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    /** Sends a byte to its standard input. */
    void goOn() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits until it says this, and returns the value. */
    String await(String name) {
        Awaitility.await()
                .atMost(DEADLINE_SECONDS, TimeUnit.SECONDS)
                .until(() -> !process.isAlive() || said().containsKey(name));
        String value = said().get(name);
        if (value == null) {
            throw new AssertionError("it ended without saying " + name + ": " + said() + "\n" + errors());
        }
        return value;
    }

    /** Waits for its end. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running: " + said() + "\n" + errors());
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("ended with " + process.exitValue() + ": " + errors());
        }
    }

    /** What it said last under each name. */
    Map<String, String> said() {
        Map<String, String> all = new HashMap<>();
        for (String line : lines()) {
            int at = line.indexOf('=');
            if (at > 0) {
                all.put(line.substring(0, at), line.substring(at + 1));
            }
        }
        return all;
    }

    /** All values that it said under a name. */
    List<String> all(String name) {
        return lines().stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1))
                .toList();
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All of standard error. */
    String errors() {
        try {
            return Files.readString(err, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
