package dev.tailrace.engine.sink.lock;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process with a lock of its own on the same lock file, which carries out commands line by line and answers each. */
final class LockProcess implements AutoCloseable {
    private final ChildProcess process;

    LockProcess(Path lockFile) throws IOException {
        process = JvmLauncher.of(LockProcess.class, lockFile.toString())
                .options("-Xshare:auto", "-XX:TieredStopAtLevel=1")
                .start();
    }

    String send(String order) {
        return process.ask(order);
    }

    void kill() {
        process.kill();
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
            case "refresh" -> {
                lock.refresh();
                yield true;
            }
            case "beat" -> {
                lock.beat();
                yield true;
            }
            case "drop" -> {
                // A reader in the same JVM drops the lock like this, by POSIX.
                Files.readAllBytes(lock.path());
                yield true;
            }
            case "record" -> String.valueOf(lock.record());
            default -> throw new IllegalArgumentException(order[0]);
        };
    }
}
