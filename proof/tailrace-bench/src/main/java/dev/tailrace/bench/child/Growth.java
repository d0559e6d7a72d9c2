package dev.tailrace.bench.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Watches the size of log files, to find when their last byte arrived. This works for every backend, independent of its flush. Not
 * thread-safe.
 */
public final class Growth {
    private final Path folder;
    private long size = -1;
    private long changedNanos = System.nanoTime();

    /** @param folder the folder whose visible files are watched */
    public Growth(Path folder) {
        this.folder = folder;
    }

    /** The current size of all files; records when it changed. */
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

    /** When a change of the size was last seen, as {@link System#nanoTime()}. */
    public long changedNanos() {
        return changedNanos;
    }

    /** A file that is renamed after the listing counts as 0; the next look finds its new name. */
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
