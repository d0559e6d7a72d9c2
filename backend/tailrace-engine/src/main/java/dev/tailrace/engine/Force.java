package dev.tailrace.engine;

import dev.tailrace.engine.log.LogFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Has the system write a log to the disk. Another process may roll the file at any time, so each file of the log that has changed since
 * the last call is forced, and the directories with their names. Thread-safe.
 */
final class Force {
    /** Times of files are coarser than the clock on some file systems. */
    private static final long COARSE_MILLIS = 2_000;

    private final LogFile log;
    private long lastMillis = Long.MIN_VALUE;

    Force(LogFile log) {
        this.log = log;
    }

    synchronized void now() throws IOException {
        long begun = System.currentTimeMillis();
        Set<Path> directories = new LinkedHashSet<>();
        for (Path file : log.files()) {
            if (forceIfChanged(file)) {
                directories.add(file.getParent());
            }
        }
        for (Path directory : directories) {
            forceNames(directory);
        }
        lastMillis = begun - COARSE_MILLIS;
    }

    private boolean forceIfChanged(Path file) throws IOException {
        try {
            if (Files.getLastModifiedTime(file).toMillis() < lastMillis) {
                return false;
            }
            force(file, StandardOpenOption.WRITE);
            return true;
        } catch (NoSuchFileException e) {
            // Compressed meanwhile, which forces what it writes, or deleted, as its rolling asks.
            return false;
        }
    }

    private static void forceNames(Path directory) {
        try {
            force(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            // Not every system opens directories; there, names are forced with their files.
            return;
        }
    }

    private static void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how, LinkOption.NOFOLLOW_LINKS)) {
            channel.force(true);
        }
    }
}
