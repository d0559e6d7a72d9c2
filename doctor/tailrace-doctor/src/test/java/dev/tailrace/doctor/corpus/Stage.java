package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Where a program of the corpus plays. Arguments: {@code --healthy} for the version without the fault, and a number that
 * seeds names, thread counts and sizes. The program prints {@code READY} to standard output once its fault, or its healthy
 * load, is established, and ends when standard input does, at the latest 60 seconds later.
 */
final class Stage {
    private static final long LIFE_SECONDS = 60;
    private static final long ESTABLISHED_WITHIN_SECONDS = 40;
    /** Neighbouring seeds begin alike without it. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final int STATUS_NEVER_ESTABLISHED = 3;

    private final boolean sick;
    private final Random random;
    private final Path folder;
    /** Kept, because a program may replace it. */
    private final PrintStream out = System.out;

    private final CountDownLatch dismissed = new CountDownLatch(1);

    private Stage(boolean sick, long seed, Path folder) {
        this.sick = sick;
        this.random = new Random(seed * SPREAD);
        this.folder = folder;
    }

    static Stage of(String... arguments) throws IOException {
        List<String> words = Arrays.asList(arguments);
        long seed = words.stream()
                .filter(word -> !word.startsWith("--"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(1);
        return new Stage(!words.contains("--healthy"), seed, Files.createTempDirectory("corpus"));
    }

    boolean sick() {
        return sick;
    }

    /** A folder of its own for logs and configurations; gone at the end. */
    Path folder() {
        return folder;
    }

    Random random() {
        return random;
    }

    /** One of the numbers from {@code low} to {@code high}, by the seed. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    String pick(String... words) {
        return words[random.nextInt(words.length)];
    }

    /** Writes a configuration, so that it can be found where the backend finds it. */
    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    }

    /** Waits until the fault shows several times in a row, says so, and plays on until dismissed; does not return. */
    void playOnceTrue(BooleanSupplier established) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ESTABLISHED_WITHIN_SECONDS);
        int inARow = 0;
        while (inARow < 3) {
            if (System.nanoTime() > deadline) {
                System.err.println("NEVER ESTABLISHED");
                end(STATUS_NEVER_ESTABLISHED);
            }
            inARow = established.getAsBoolean() ? inARow + 1 : 0;
            TimeUnit.MILLISECONDS.sleep(100);
        }
        play();
    }

    /** Says that it is ready and plays on until dismissed; does not return. */
    void play() throws InterruptedException {
        out.println("READY");
        awaitDismissal();
    }

    void awaitDismissal() throws InterruptedException {
        Thread door = new Thread(this::readToTheEnd, "door");
        door.setDaemon(true);
        door.start();
        boolean inTime = dismissed.await(LIFE_SECONDS, TimeUnit.SECONDS);
        end(inTime ? 0 : 1);
    }

    private void readToTheEnd() {
        try {
            while (System.in.read() >= 0) {
                // What is said does not matter, only that somebody is still there.
            }
        } catch (IOException gone) {
            // As good as the end.
        }
        dismissed.countDown();
    }

    /** Stuck threads and shutdown hooks that log must not hold up the end. */
    private void end(int status) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException stillWritten) {
                    // It lies in a temporary folder.
                }
            });
        } catch (IOException | UncheckedIOException gone) {
            // The same.
        }
        Runtime.getRuntime().halt(status);
    }
}
