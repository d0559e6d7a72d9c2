package dev.tailrace.journal;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process's presence in a lane directory: a file that it keeps locked. Whoever can lock it knows that the process is dead, however it
 * ended and whatever its number means by then. The file also counts what the process dropped, for whoever reports it.
 *
 * <p>POSIX drops a process's locks on a file when <em>any</em> of its channels on it is closed, so a file that this JVM has locked, in
 * whichever class loader, is never opened a second time: their paths are kept in the system properties.
 */
public final class Owner {
    static final String SUFFIX = ".owner";
    /** Of a file that isn't locked yet. */
    static final String UNFINISHED = ".new";

    private static final String SHARED = "dev.tailrace.owners";
    private static final AtomicInteger ENGINES = new AtomicInteger();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path directory;
    private final Path file;
    private final String name;
    private final long id;
    private final List<FileChannel> formerChannels = new ArrayList<>();
    private volatile ByteBuffer page;

    private Owner(Path directory, Path file, String name, long id, ByteBuffer page) {
        this.directory = directory;
        this.file = file;
        this.name = name;
        this.id = id;
        this.page = page;
    }

    /** Makes and locks the file of this process, which stays until {@link #leave} or, if that never comes, until it is recovered. */
    public static Owner enter(Path given) throws IOException {
        // One spelling, whoever asks: closing a second channel on the file would drop its lock.
        Path directory = given.toRealPath();
        String name = ProcessHandle.current().pid() + "-" + Long.toString(System.currentTimeMillis(), 36) + "-"
                + ENGINES.incrementAndGet() + Integer.toString(RANDOM.nextInt(36 * 36), 36);
        long id;
        do {
            id = RANDOM.nextLong();
        } while (id == 0);
        ByteBuffer content = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
        describe(content, id);
        Path file = directory.resolve(name + SUFFIX);
        return new Owner(directory, file, name, id, Uninterrupted.call(() -> make(file, content)));
    }

    /** Makes and locks a file with this content, and maps it. Its channel is kept in {@link #locked}. */
    private static ByteBuffer make(Path file, ByteBuffer content) throws IOException {
        // Under another name until it is locked: a file that could be locked would be taken for a dead one's.
        Path unlocked = file.resolveSibling(file.getFileName().toString().replace(SUFFIX, UNFINISHED));
        FileChannel channel = FileChannel.open(
                unlocked,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        try {
            if (unlocked.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(unlocked, PosixFilePermissions.fromString("rw-------"));
            }
            ByteBuffer bytes = content.duplicate().clear();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, OwnerDescriptor.LENGTH);
            if (channel.tryLock(0, 1, false) == null) {
                throw new IOException("somebody locked a new file: file=" + unlocked);
            }
            CrashPoint.reach("owner locked");
            locked().put(file.toString(), channel);
            Files.move(unlocked, file, StandardCopyOption.ATOMIC_MOVE);
            CrashPoint.reach("owner entered");
            return page;
        } catch (IOException | RuntimeException e) {
            locked().remove(file.toString(), channel);
            channel.close();
            Files.deleteIfExists(unlocked);
            if (e instanceof AtomicMoveNotSupportedException) {
                throw new IOException("no rename in " + file.getParent(), e);
            }
            throw e;
        }
    }

    /**
     * Makes the file anew, and its directory, when somebody has removed them: who comes later would take this process for dead. Costs a
     * system call when they stand. For the drain thread.
     *
     * @return whether they were gone; then rings made before are known only to those who had found them before
     */
    public boolean restore() throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        LaneDirectory.remake(directory);
        Object former = locked().get(file.toString());
        try {
            page = make(file, page);
        } finally {
            if (former != null) {
                locked().putIfAbsent(file.toString(), former);
            }
        }
        if (former instanceof FileChannel channel) {
            // Who had found the old file still asks for its lock.
            formerChannels.add(channel);
        }
        return true;
    }

    private static void describe(ByteBuffer page, long id) {
        Memory.putPlain(
                page,
                OwnerDescriptor.VERSION_OFFSET,
                (long) RingDescriptor.VERSION_MAJOR << 32 | RingDescriptor.VERSION_MINOR);
        Memory.putPlain(page, OwnerDescriptor.ID_OFFSET, id);
        Memory.putPlain(
                page, OwnerDescriptor.PID_OFFSET, ProcessHandle.current().pid());
        Memory.putPlain(
                page,
                OwnerDescriptor.START_OFFSET,
                ProcessHandle.current()
                        .info()
                        .startInstant()
                        .map(Instant::toEpochMilli)
                        .orElse(0L));
        LossPage.describe(page);
        Memory.putRelease(page, OwnerDescriptor.MAGIC_OFFSET, OwnerDescriptor.MAGIC);
    }

    /** The name of a folder in the lane directory that the owner may use for a moment; it goes with the owner. */
    public static String rehearsalName(String owner) {
        return "rehearsal-" + owner;
    }

    public Path directory() {
        return directory;
    }

    /** The beginning of the names of its rings. */
    public String name() {
        return name;
    }

    public long id() {
        return id;
    }

    /** Where to count what it drops; another one after {@link #restore}. */
    public ByteBuffer page() {
        return page;
    }

    /** Ends the presence: removes the file and drops the lock. What is left of its rings counts as a dead process's. */
    public void leave() throws IOException {
        try {
            // What is not reported yet is reported, and the file removed, by whoever drains next.
            if (!new LossPage(id, page).isUnreported()) {
                Files.deleteIfExists(file);
            }
        } finally {
            if (locked().remove(file.toString()) instanceof FileChannel channel) {
                channel.close();
            }
            for (FileChannel channel : formerChannels) {
                channel.close();
            }
        }
    }

    /** Whether this JVM holds the lock on the file, under whichever class loader: then it must not be opened again. */
    static boolean isOurs(Path given) throws IOException {
        return locked().containsKey(real(given).toString());
    }

    /**
     * Maps the file of another owner.
     *
     * @throws IOException when it is gone, or no such file of this version
     */
    static ByteBuffer attach(Path given) throws IOException {
        Path file = real(given);
        if (locked().get(file.toString()) instanceof FileChannel ours) {
            // Another class loader's: a second channel must not be closed.
            return map(file, ours);
        }
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            return map(file, channel);
        }
    }

    /** The one spelling under which a file's channel is kept. */
    private static Path real(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder.toRealPath().resolve(file.getFileName());
    }

    private static ByteBuffer map(Path file, FileChannel channel) throws IOException {
        if (channel.size() != OwnerDescriptor.LENGTH) {
            throw new IOException("no owner: size=" + channel.size() + ", file=" + file);
        }
        ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, OwnerDescriptor.LENGTH);
        if (Memory.getAcquire(page, OwnerDescriptor.MAGIC_OFFSET) != OwnerDescriptor.MAGIC) {
            throw new IOException("no owner: file=" + file);
        }
        long major = Memory.getPlain(page, OwnerDescriptor.VERSION_OFFSET) >>> 32;
        if (major != RingDescriptor.VERSION_MAJOR) {
            throw new RingMemory.UnknownFormatException(file, major);
        }
        return page;
    }

    @SuppressWarnings("unchecked") // the key is this class's own, under whichever class loader
    private static Map<String, Object> locked() {
        return (Map<String, Object>)
                System.getProperties().computeIfAbsent(SHARED, k -> new ConcurrentHashMap<String, Object>());
    }
}
