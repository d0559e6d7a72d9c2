package dev.tailrace.torture.place;

import dev.tailrace.testkit.ChildProcess;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where processes of a scene have their standard output: a file of the scene's log, or a pipe, which a thread copies into such a file at the
 * pace of its reader. For one thread.
 */
public final class Outlet {
    private static final int PIECE = 1 << 16;
    private static final int PATIENCE_SECONDS = 60;

    private final Path target;
    private final List<String> words;
    private final @Nullable Thread reader;
    /** Milliseconds between two pieces. */
    private final int pauseMillis;
    /** The reader stands still until this time, of {@link System#nanoTime}. */
    private volatile long stillUntil = System.nanoTime();

    private volatile @Nullable IOException failure;

    private Outlet(Path target, List<String> words, int pauseMillis, @Nullable Path file) {
        this.target = target;
        this.words = words;
        this.pauseMillis = pauseMillis;
        this.reader = file == null ? null : new Thread(() -> copy(file), "outlet");
    }

    public static Outlet file(Scene scene) {
        return new Outlet(fileIn(scene), List.of(), 0, null);
    }

    /**
     * A pipe. A thread takes up to 64 kB at once, so many milliseconds after the last.
     *
     * @param words put before the command of each process, such as those that give it a terminal
     */
    public static Outlet pipe(Scene scene, List<String> words, int pauseMillis) throws IOException {
        Path pipe = scene.folder().resolve("pipe-" + scene.nextNumber());
        if (!ChildProcess.succeeds("mkfifo", pipe.toString())) {
            throw new IOException("mkfifo " + pipe + " failed");
        }
        Outlet outlet = new Outlet(pipe, words, pauseMillis, fileIn(scene));
        Thread reader = Objects.requireNonNull(outlet.reader);
        reader.setDaemon(true);
        reader.start();
        return outlet;
    }

    private static Path fileIn(Scene scene) {
        return scene.logs().resolve("outside." + (scene.nextNumber() + 1));
    }

    Path target() {
        return target;
    }

    List<String> words() {
        return words;
    }

    /** Stops the reader for {@code millis} milliseconds from now on. */
    public void standStill(int millis) {
        stillUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Waits until all writers have ended and their bytes are in the file. */
    public void awaitEnd() throws IOException, InterruptedException {
        if (reader != null) {
            reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            if (reader.isAlive()) {
                throw new IOException("the pipe " + target + " does not end");
            }
        }
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    private void copy(Path file) {
        byte[] piece = new byte[PIECE];
        try (InputStream in = new FileInputStream(target.toFile());
                OutputStream out = Files.newOutputStream(file)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                out.write(piece, 0, count);
                pause();
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pause() throws InterruptedException {
        if (pauseMillis > 0) {
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
        long left = stillUntil - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
