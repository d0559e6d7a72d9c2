package dev.tailrace.bench.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Watches the log files grow, to know when their last byte arrived: the same for every backend, whatever its own idea of a flush is. Not
 * thread-safe.
 */
public final class Growth {
    private final Path folder;
    private long size = -1;
    private long changedNanos = System.nanoTime();

    /** @param folder whose files are watched, hidden ones left out */
    public Growth(Path folder) {
        this.folder = folder;
    }

    /** The size of all files now; remembers when it last changed. */
    public long look() {
        long now = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                now += size(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
        if (now != size) {
            size = now;
            changedNanos = System.nanoTime();
        }
        return now;
    }

    /** When the size was last seen to change, as {@link System#nanoTime()}. */
    public long changedNanos() {
        return changedNanos;
    }

    /** A rename between listing and asking is no change in size that counts: the next look sees the file under its new name. */
    private static long size(Path file) throws IOException {
        if (file.getFileName().toString().startsWith(".")) {
            return 0;
        }
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
