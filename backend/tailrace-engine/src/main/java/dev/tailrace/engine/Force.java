package dev.tailrace.engine;

import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.log.LogFile;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the system write a log to the disk. Any process may roll the file at any time, so the log's files are listed until a listing has no
 * unforced file. Files are identified by their file key, not their name; files that are unchanged since they were forced are skipped.
 * Thread-safe.
 */
final class Force {
    private static final int MOST_LISTINGS = 20;

    private final LogFile log;
    /** The state of forced files before they were forced. */
    private Map<Object, State> forced = new HashMap<>();
    /** The first failure: the system may have dropped unwritten pages then, which no later call can restore. */
    private @Nullable IOException failed;

    private record State(long size, long modifiedMillis) {}

    Force(LogFile log) {
        this.log = log;
    }

    synchronized void now() throws IOException {
        if (failed != null) {
            throw new IOException("the disk failed before, what was forced then may be lost: " + failed, failed);
        }
        Map<Object, State> all = new HashMap<>();
        for (int listing = 0; listing < MOST_LISTINGS; listing++) {
            if (!forceNew(all)) {
                if (all.isEmpty()) {
                    throw new NoSuchFileException(log.description(), null, "no file of this log was found to force");
                }
                forced = all;
                return;
            }
        }
        throw new IOException(log.description() + " is rolled faster than its files can be forced");
    }

    /** Forces the files of a listing that {@code all} lacks; returns whether there were any. */
    private boolean forceNew(Map<Object, State> all) throws IOException {
        boolean found = false;
        Set<Path> directories = new HashSet<>();
        for (Path file : log.files()) {
            Object key = key(file);
            if (key == null || all.containsKey(key)) {
                continue;
            }
            found = true;
            State state = state(file);
            if (state == null) {
                continue;
            }
            if (state.equals(forced.get(key)) || force(file, key)) {
                all.put(key, state);
                directories.add(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory"));
            }
        }
        for (Path directory : directories) {
            forceNames(directory);
        }
        return found;
    }

    /** Forces a file; returns whether it was the file with this key, not another one that got its name meanwhile. */
    private boolean force(Path file, Object key) throws IOException {
        try (FileChannel channel = open(file)) {
            if (!key.equals(key(file))) {
                return false;
            }
            force(channel);
            return true;
        } catch (NoSuchFileException e) {
            // The file was renamed, compressed or deleted: the next listing shows it.
            return false;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        } catch (AccessDeniedException e) {
            return FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    private void force(FileChannel channel) throws IOException {
        try {
            Uninterrupted.call(() -> {
                channel.force(true);
                return channel;
            });
        } catch (ClosedChannelException e) {
            // An interrupt closed the channel: the disk has not failed.
            throw e;
        } catch (IOException e) {
            failed = e;
            throw e;
        }
    }

    private void forceNames(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            force(names);
        } catch (AccessDeniedException e) {
            // Windows opens no directories; there, names are forced with their files.
            return;
        }
    }

    /** A key that stays the same when a file is renamed; null when the file is gone. The name where files have no keys. */
    private static @Nullable Object key(Path file) throws IOException {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? file : key;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static @Nullable State state(Path file) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new State(attributes.size(), attributes.lastModifiedTime().toMillis());
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
