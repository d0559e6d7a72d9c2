package dev.tailrace.engine.sink.lock;

import dev.tailrace.engine.sink.FileMover;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An open lock file and its locked byte. POSIX drops all of a process's locks on a file when <em>any</em> of its descriptors of that file
 * is closed, by any code; the JDK doesn't notice. So a lock here is a hint, and {@link #refresh} takes it again.
 *
 * <p>Uses a {@link RandomAccessFile} because an interrupt during reads and writes through a channel would close the channel, and drop all
 * locks; locking alone doesn't. Not thread-safe.
 */
final class LockFile {
    /** Where the heartbeat is, behind the longest record. */
    private static final int HEARTBEAT = LockRecordText.LONGEST;

    private static final int ATTEMPTS = 1000;
    /** The longest step of a file system's clock. */
    private static final long STEP_MILLIS = 2_000;

    private final Path path;
    private final RandomAccessFile file;
    /** A descriptor of its own, so that a write that takes long holds up nothing. */
    private final RandomAccessFile beats;
    /** Whether {@link #beats} is being written, or is closed for good. */
    private final AtomicBoolean beating = new AtomicBoolean();

    private volatile boolean closed;

    private final @Nullable Object identity;
    private @Nullable FileLock lock;

    private LockFile(Path path, RandomAccessFile file, RandomAccessFile beats, Object identity) {
        this.path = path;
        this.file = file;
        this.beats = beats;
        this.identity = identity;
    }

    /** Opens {@code path}; makes the file and its directory if necessary. */
    static LockFile open(Path path) throws IOException {
        FileMover.makeDirectory(path);
        for (int i = 0; i < ATTEMPTS; i++) {
            make(path);
            Object before = identity(path);
            RandomAccessFile file = file(path);
            RandomAccessFile beats = null;
            boolean certain = false;
            try {
                beats = file == null ? null : file(path);
                // The opened file is only certain when the path led to the same file before and after.
                if (file != null && beats != null && before != null && before.equals(identity(path))) {
                    certain = true;
                    return new LockFile(path, file, beats, before);
                }
            } finally {
                // One that a garbage collection closed later would take the locks of the others along.
                if (!certain) {
                    close(file);
                    close(beats);
                }
            }
        }
        throw new FileSystemException(path.toString(), null, "it is deleted again and again");
    }

    private static void close(@Nullable RandomAccessFile opened) throws IOException {
        if (opened != null) {
            opened.close();
        }
    }

    private static @Nullable RandomAccessFile file(Path path) throws IOException {
        try {
            return new RandomAccessFile(path.toFile(), "rw");
        } catch (FileNotFoundException e) {
            if (!Files.exists(path)) {
                return null;
            }
            throw new FileSystemException(path.toString(), null, "it can't be opened for reading and writing");
        }
    }

    /** Makes the file for its owner only, because its content names files to write. */
    private static void make(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createFile(path, ownerOnly);
        } catch (FileAlreadyExistsException e) {
            return; // the usual case
        }
    }

    /** The file key, which distinguishes the file at {@code path} from a later one; null when there is no file. */
    private static @Nullable Object identity(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new FileSystemException(path.toString(), null, "it is a link or not a file");
            }
            Object key = attributes.fileKey();
            return key == null ? attributes.creationTime() : key;
        } catch (NoSuchFileException | NotDirectoryException e) {
            return null;
        }
    }

    /** The key of the open file; see {@link BasicFileAttributes#fileKey}. */
    @Nullable
    Object key() {
        return identity;
    }

    /** Whether the path still leads to the open file. */
    boolean stands() {
        try {
            return Objects.equals(identity(path), identity);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Tries to lock the first byte; never waits. False when another process, or another engine of this JVM, has it locked. True also when
     * it is locked here already.
     */
    boolean lock() throws IOException {
        if (lock == null) {
            try {
                lock = file.getChannel().tryLock(0, 1, false);
            } catch (OverlappingFileLockException e) {
                // Another engine of this JVM has the lock.
                return false;
            }
        }
        return lock != null;
    }

    void unlock() throws IOException {
        FileLock held = lock;
        if (held != null) {
            lock = null;
            held.release();
        }
    }

    /** Locks the byte again, since this process may have lost the lock without notice. */
    boolean refresh() throws IOException {
        // Released first: the JDK refuses to lock a byte that it considers locked.
        unlock();
        return lock();
    }

    /** The first bytes of the file, at most {@code limit}. */
    byte[] read(int limit) throws IOException {
        byte[] bytes = new byte[(int) Math.min(limit, file.length())];
        file.seek(0);
        int length = 0;
        while (length < bytes.length) {
            int count = file.read(bytes, length, bytes.length - length);
            if (count < 0) {
                break; // it is being written anew
            }
            length += count;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Writes the heartbeat. For any thread. */
    void beat(long value) throws IOException {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        if (!beating.compareAndSet(false, true)) {
            return;
        }
        try {
            beats.seek(HEARTBEAT);
            beats.write(bytes);
        } finally {
            beating.set(false);
            if (closed) {
                closeBeats();
            }
        }
    }

    /** Leaves the descriptor to a write that is under way: its number in the process could be another file's next. */
    private void closeBeats() throws IOException {
        if (beating.compareAndSet(false, true)) {
            beats.close();
        }
    }

    /** The last heartbeat; 0: none since the record was written. */
    long heartbeat() throws IOException {
        byte[] bytes = new byte[Long.BYTES];
        file.seek(HEARTBEAT);
        return file.read(bytes) < bytes.length ? 0 : ByteBuffer.wrap(bytes).getLong();
    }

    /** Nanoseconds since the file was last written, by its file system's clock; at most 0 where that can't be found out. */
    long age() {
        try {
            PosixFileAttributes present =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // A link's mode would go to the file behind it.
            if (!present.isRegularFile() || !Objects.equals(present.fileKey(), identity)) {
                return 0;
            }
            // A mode is set, though to what it is: the file system notes the time of this change.
            touch(present.permissions());
            FileTime now = (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
            FileTime written = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
            return TimeUnit.MILLISECONDS.toNanos(age(written.toMillis(), now.toMillis(), System.currentTimeMillis()));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return 0;
        }
    }

    /** By three times in milliseconds since 1970. */
    static long age(long written, long changed, long now) {
        // Where a mode can't be set, as on vfat and ntfs-3g, the clock is this machine's, and may have steps of 2 s.
        return changed > written ? changed - written : now - written - STEP_MILLIS;
    }

    private void touch(Set<PosixFilePermission> mode) throws IOException {
        try {
            Files.setPosixFilePermissions(path, mode);
        } catch (FileSystemException e) {
            return; // another user's, or modes are fixed
        }
    }

    /** Cuts the file to its first {@code length} bytes. */
    void cut(int length) throws IOException {
        if (file.length() > length) {
            file.setLength(length);
        }
    }

    void write(byte[] bytes) throws IOException {
        file.seek(0);
        file.write(bytes);
    }

    void close() throws IOException {
        unlock();
        try {
            closed = true;
            closeBeats();
        } finally {
            file.close();
        }
    }
}
