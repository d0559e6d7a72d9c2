package dev.tailrace.engine.sink.lock;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process with a lock of its own on the same lock file, which does what it is told line by line and answers each. */
final class LockProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;

    LockProcess(Path lockFile) throws IOException {
        process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockProcess.class.getName(),
                        lockFile.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    String tell(String order) throws IOException {
        orders.println(order);
        return answers.readLine();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws IOException {
        DrainLock lock = DrainLock.on(Path.of(args[0]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(answer(lock, order.split(" ")));
            System.out.flush();
        }
    }

    private static Object answer(DrainLock lock, String[] order) throws IOException {
        return switch (order[0]) {
            case "drain" -> lock.tryDrain();
            case "join" -> {
                lock.join();
                yield lock.hasJoined();
            }
            case "alone" -> lock.isAlone();
            case "refresh" -> {
                lock.refresh();
                yield true;
            }
            case "drop" -> {
                // What a reader in the same JVM does, as POSIX has it.
                Files.readAllBytes(lock.path());
                yield true;
            }
            case "record" -> String.valueOf(lock.record());
            default -> throw new IllegalArgumentException(order[0]);
        };
    }
}
