package dev.tailrace.sink;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A lock file, open once in the JVM. POSIX drops all of a process's locks on a file when <em>any</em> of its descriptors of that file is
 * closed. So each is opened at most once, also when these classes are loaded twice: the open ones are kept in the system properties, in
 * types of the JDK, with a count of their users, and closed by the last.
 *
 * <p>It is a {@link RandomAccessFile} because reading and writing through a channel would close it, and with it all locks, when
 * somebody interrupts the thread; locking alone doesn't.
 *
 * <p>Thread-safe: one at a time on the shared cells, which are the monitor; opening and closing on the map.
 */
final class LockFile {
    /** The places for locks: byte numbers, and indices of what belongs to them. */
    static final int DRAIN = 0;

    static final int MEMBERS = 1;
    static final int AGREED = 2;

    /** The number is that of the cells' layout. */
    private static final String SHARED = "dev.tailrace.locks.1";

    private static final int ATTEMPTS = 1000;

    // The cells: a FileLock for each place, then
    private static final int FILE = 3;
    private static final int IDENTITY = 4;
    /** An int[]: holders of each place, then the users. */
    private static final int COUNTS = 5;
    /** Not null when somebody in this JVM locks past the map: then closing the file would take the lock from them. */
    private static final int KEPT = 6;

    private static final int CELLS = 7;
    private static final int USERS = 3;

    private final Path path;
    private final @Nullable Object[] cells;

    private LockFile(Path path, @Nullable Object[] cells) {
        this.path = path;
        this.cells = cells;
    }

    /** Joins the users of {@code path}, which is made, with its directory, if it isn't there. */
    static LockFile open(Path path) throws IOException {
        FileMover.makeDirectory(path);
        Map<String, @Nullable Object[]> all = all();
        synchronized (all) {
            String key = path.toString();
            Object[] known = all.get(key);
            if (known == null || !Objects.equals(known[IDENTITY], identity(path))) {
                // Who uses the one that was deleted or replaced will find out and come here, too.
                known = opened(path);
                all.put(key, known);
            }
            synchronized (known) {
                counts(known)[USERS]++;
            }
            return new LockFile(path, known);
        }
    }

    /** Whether this JVM has the file open, under whichever class loader. */
    static boolean isOpenHere(Path path) {
        return all().containsKey(path.toString());
    }

    private static @Nullable Object[] opened(Path path) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            make(path);
            Object before = identity(path);
            RandomAccessFile file = file(path);
            // Only a file that was there before and after is the one that was opened.
            if (file != null && before != null && before.equals(identity(path))) {
                @Nullable Object[] cells = new Object[CELLS];
                cells[FILE] = file;
                cells[IDENTITY] = before;
                cells[COUNTS] = new int[USERS + 1];
                return cells;
            }
            if (file != null) {
                file.close();
            }
        }
        throw new FileSystemException(path.toString(), null, "it is deleted again and again");
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

    /** For its owner only: what stands in it names files to write. */
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

    /** What tells the file at {@code path} from one that takes its place later; null when there is none. */
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

    /** Whether the path still leads to the open file. */
    boolean stands() {
        try {
            return Objects.equals(identity(path), cells[IDENTITY]);
        } catch (IOException e) {
            return false;
        }
    }

    /** Tries to take the place for this JVM; never waits. False when anybody else holds it, also in this JVM. */
    boolean lock(int place) throws IOException {
        synchronized (cells) {
            if (cells[place] != null) {
                return false;
            }
            FileLock lock = attempt(place, false);
            if (lock == null) {
                return false;
            }
            cells[place] = lock;
            counts(cells)[place] = 1;
            return true;
        }
    }

    /** Joins the holders of the place; never waits. False when somebody holds it alone. */
    boolean join(int place) throws IOException {
        synchronized (cells) {
            if (cells[place] == null) {
                cells[place] = attempt(place, true);
            }
            if (cells[place] == null) {
                return false;
            }
            counts(cells)[place]++;
            return true;
        }
    }

    void leave(int place) throws IOException {
        synchronized (cells) {
            if (--counts(cells)[place] == 0 && cells[place] instanceof FileLock lock) {
                cells[place] = null;
                lock.release();
            }
        }
    }

    /** Whether anybody in this JVM holds the place. */
    boolean isHeldHere(int place) {
        synchronized (cells) {
            return cells[place] != null;
        }
    }

    /**
     * Whether nobody but {@code mine} holders of this JVM has the place. The JDK can't turn a shared lock into an exclusive one, so the
     * shared one is given up for the moment. Nobody can take it away meanwhile as long as only who holds {@link #DRAIN} asks: an
     * exclusive lock is taken here only.
     *
     * @throws IOException when the lock was lost after all; this JVM doesn't hold the place any more then
     */
    boolean isAlone(int place, int mine) throws IOException {
        synchronized (cells) {
            if (counts(cells)[place] > mine) {
                return false;
            }
            if (cells[place] instanceof FileLock shared) {
                cells[place] = null;
                counts(cells)[place] = 0;
                shared.release();
            }
            FileLock alone = attempt(place, false);
            if (alone != null) {
                alone.release();
            }
            if (mine > 0 && !join(place)) {
                throw new FileSystemException(path.toString(), null, "somebody locked byte " + place);
            }
            return alone != null;
        }
    }

    private @Nullable FileLock attempt(int place, boolean shared) throws IOException {
        FileChannel channel = file().getChannel();
        try {
            return channel.tryLock(place, 1, shared);
        } catch (OverlappingFileLockException e) {
            cells[KEPT] = e.getClass();
            return null;
        }
    }

    /** The first bytes of the file, at most {@code limit}. */
    byte[] read(int limit) throws IOException {
        synchronized (cells) {
            RandomAccessFile file = file();
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
    }

    /** Cuts the file to its first {@code length} bytes. */
    void cut(int length) throws IOException {
        synchronized (cells) {
            if (file().length() > length) {
                file().setLength(length);
            }
        }
    }

    void write(byte[] bytes) throws IOException {
        synchronized (cells) {
            file().seek(0);
            file().write(bytes);
        }
    }

    Path path() {
        return path;
    }

    /** Leaves the users; the places must have been left before. */
    void close() throws IOException {
        Map<String, @Nullable Object[]> all = all();
        synchronized (all) {
            synchronized (cells) {
                if (--counts(cells)[USERS] == 0 && cells[KEPT] == null) {
                    all.remove(path.toString(), cells);
                    file().close();
                }
            }
        }
    }

    private RandomAccessFile file() {
        return (RandomAccessFile) Objects.requireNonNull(cells[FILE]);
    }

    private static int[] counts(@Nullable Object[] cells) {
        return (int[]) Objects.requireNonNull(cells[COUNTS]);
    }

    @SuppressWarnings("unchecked") // the key is this class's own, under whichever class loader
    private static Map<String, @Nullable Object[]> all() {
        return (Map<String, @Nullable Object[]>)
                System.getProperties().computeIfAbsent(SHARED, k -> new ConcurrentHashMap<String, Object[]>());
    }
}
