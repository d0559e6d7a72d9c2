package dev.tailrace.sink;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a log file, as a lock on {@code .NAME.tailrace-lock} beside it. The system ends it with the process, however that
 * ends. The lock file stays: deleting it would let two processes lock two files of the same name.
 *
 * <p>POSIX drops a process's lock when <em>any</em> of its channels on the file is closed. So each lock file is opened at most once in
 * a JVM, also when these classes are loaded twice: the open ones are kept in the system properties, in types of the JDK.
 */
final class FileClaim {
    /** Who has it. */
    enum Outcome {
        CLAIMED,
        TAKEN_HERE,
        TAKEN_ELSEWHERE
    }

    private static final String SHARED = "dev.tailrace.claims";

    private final Outcome outcome;
    private final Path lockFile;
    private final String key;
    private final @Nullable Object identity;

    private FileClaim(Outcome outcome, Path lockFile) {
        this.outcome = outcome;
        this.lockFile = lockFile;
        this.key = lockFile.toString();
        this.identity = identity(lockFile);
    }

    private static @Nullable Object identity(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null; // gone
        }
    }

    /**
     * Tries to claim; never waits.
     *
     * @param directory must exist
     * @param name the file's name, or what stands for a file whose name changes
     * @throws IOException when the directory can't be written
     */
    static FileClaim attempt(Path directory, String name) throws IOException {
        return attempt(directory.toRealPath().resolve("." + name + ".tailrace-lock"));
    }

    private static FileClaim attempt(Path lockFile) throws IOException {
        String key = lockFile.toString();
        Map<String, Object> held = held();
        synchronized (held) {
            if (held.containsKey(key)) {
                return new FileClaim(Outcome.TAKEN_HERE, lockFile);
            }
            FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                    return new FileClaim(Outcome.TAKEN_ELSEWHERE, lockFile);
                }
                held.put(key, lock);
                return new FileClaim(Outcome.CLAIMED, lockFile);
            } catch (OverlappingFileLockException e) {
                // Somebody in this JVM locked it past the map; closing this channel would take the lock from them.
                held.put(key, channel);
                return new FileClaim(Outcome.TAKEN_HERE, lockFile);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    /** Absolute, with all links resolved. */
    Path lockFile() {
        return lockFile;
    }

    /** Whether it is a claim and its lock file is still the one that was locked. */
    boolean stands() {
        return outcome == Outcome.CLAIMED && Objects.equals(identity, identity(lockFile));
    }

    /** Claims the name again, for one that doesn't stand any more. */
    FileClaim renew() throws IOException {
        release();
        FileMover.makeDirectory(lockFile);
        return attempt(lockFile);
    }

    Outcome outcome() {
        return outcome;
    }

    void release() throws IOException {
        if (outcome != Outcome.CLAIMED) {
            return;
        }
        Map<String, Object> held = held();
        synchronized (held) {
            if (held.remove(key) instanceof FileLock lock) {
                lock.acquiredBy().close();
            }
        }
    }

    @SuppressWarnings("unchecked") // the key is this class's own, under whichever class loader
    private static Map<String, Object> held() {
        return (Map<String, Object>)
                System.getProperties().computeIfAbsent(SHARED, k -> new ConcurrentHashMap<String, Object>());
    }
}
