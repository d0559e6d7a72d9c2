package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingMemory;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * An engine's presence in a lane directory: a file that identifies its process, so that other processes can prove whether it lives ({@link
 * Liveness}), even after its process id was reused. The file also counts the process's dropped events, for the drainer's report. Any code
 * in any process may open and close the file: so a lock on it decides nothing where there is other evidence.
 *
 * <p>Not thread-safe, but for {@link #page} and {@link #id}.
 */
public final class Owner {
    public static final String SUFFIX = ".owner";
    /** The suffix of a file that isn't complete yet. */
    public static final String UNFINISHED = ".new";
    /** The name of a file with a request to an owner, and of its answer: {@code OWNER.ID.request}. */
    public static final String REQUEST = ".request";

    public static final String ANSWER = ".answer";

    /** A system without sockets isn't tried for ever; at the limit of open files a socket may be available a second later. */
    private static final int MOST_LISTENS = 10;

    private static final AtomicInteger ENGINES = new AtomicInteger();

    private final Path directory;
    private final Path file;
    private final String name;
    private final long id;
    private final List<ByteBuffer> formerPages = new ArrayList<>();
    private volatile ByteBuffer page;
    private FileChannel channel;
    /** Null when this process lost the lock, or the system has no locks. */
    private @Nullable FileLock lock;

    private final boolean guest;
    private boolean joined;
    private volatile boolean answers;
    private long agreed;
    private long memoryCap;
    private long spillCap;
    private @Nullable OwnerSocket socket;
    /** The number of attempts to open a socket. */
    private int listens;

    private long beats;
    private byte @Nullable [] shownLimits;
    private @Nullable ByteBuffer shownPage;
    /** The read lock is held while a ring is made, the write lock while the directory is removed or made anew. */
    private final ReentrantReadWriteLock presence = new ReentrantReadWriteLock();

    private volatile boolean removed;
    private volatile boolean left;

    private Owner(Path directory, Path file, String name, long id, boolean guest, Made made) {
        this.guest = guest;
        this.directory = directory;
        this.file = file;
        this.name = name;
        this.id = id;
        this.page = made.page;
        this.channel = made.channel;
        this.lock = made.lock;
    }

    /** A new file, mapped. */
    private record Made(
            ByteBuffer page, FileChannel channel, @Nullable FileLock lock) {}

    /**
     * Makes the file of this engine, which stays until {@link #leave} or, without that call, until a drainer recovers it.
     *
     * @param guest whether this engine has no lanes and only drains other processes' lanes
     */
    public static Owner enter(Path given, boolean guest) throws IOException {
        Path directory = given.toRealPath();
        String name = ProcessHandle.current().pid() + "-" + Long.toString(System.currentTimeMillis(), 36) + "-"
                + ENGINES.incrementAndGet() + Long.toString(Math.floorMod(RandomId.next(), 36L * 36), 36);
        long id;
        do {
            id = RandomId.next();
        } while (id == LockRecord.OVER);
        ByteBuffer content = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
        describe(content, id, guest);
        Path file = directory.resolve(name + SUFFIX);
        return new Owner(directory, file, name, id, guest, Uninterrupted.call(() -> make(file, content)));
    }

    /** An owner that takes part with lanes; see {@link #enter(Path, boolean)}. */
    public static Owner enter(Path directory) throws IOException {
        return enter(directory, false);
    }

    /**
     * Removes the lanes unless a file is being made there, and makes them anew for the next one. For any thread.
     *
     * @param removal returns whether it removed them
     */
    public boolean remove(Uninterrupted.Work<Boolean> removal) throws IOException {
        if (!presence.writeLock().tryLock()) {
            return false;
        }
        try {
            removed |= removal.get();
            return removed;
        } finally {
            presence.writeLock().unlock();
        }
    }

    /** Makes a file in the lane directory, with this owner's own file beside it: else it would count as a dead process's. For any thread. */
    public <T> T beside(Uninterrupted.Work<T> making) throws IOException {
        while (true) {
            presence.readLock().lock();
            try {
                if (!removed && !left) {
                    return making.get();
                }
            } finally {
                presence.readLock().unlock();
            }
            restore();
        }
    }

    /** Whether a file is an owner's, or its socket: such a file has no lines. */
    public static boolean isOfOwner(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(SUFFIX) || name.endsWith(OwnerSocket.SUFFIX) || name.endsWith(UNFINISHED);
    }

    /** Whether {@code other} is this owner's file or socket. */
    public boolean isOwn(Path other) {
        Path otherName = other.getFileName();
        return file.getFileName().equals(otherName)
                || socketOf(file).getFileName().equals(otherName);
    }

    /** Whether its file is where other processes look for it. Costs a system call. */
    public boolean stands() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes a file with this content, locks it and maps it. The file has another name until it is complete. */
    private static Made make(Path file, ByteBuffer content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName().toString().replace(SUFFIX, UNFINISHED));
        FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        try {
            if (unfinished.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            }
            ByteBuffer bytes = content.duplicate().clear();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, OwnerDescriptor.LENGTH);
            FileLock lock = lock(channel);
            CrashPoint.reach("owner locked");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            CrashPoint.reach("owner entered");
            return new Made(page, channel, lock);
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(unfinished);
            if (e instanceof AtomicMoveNotSupportedException) {
                throw new IOException("no rename in " + file.getParent(), e);
            }
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(0, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /**
     * Makes the file and its directory anew when another program removed or truncated them, or {@link #remove} did. Costs a system call
     * when they are intact. The drop counts of a truncated file are lost. For any thread.
     *
     * @return whether they were gone; then older rings are known only to processes that had found them before
     */
    public boolean restore() throws IOException {
        if (!removed && !left && size() == OwnerDescriptor.LENGTH) {
            return false;
        }
        presence.writeLock().lock();
        try {
            if (left) {
                throw new IOException(directory + " was left");
            }
            long size = size();
            boolean lost = size != OwnerDescriptor.LENGTH;
            if (lost) {
                restore(size);
            }
            removed = false;
            return lost;
        } finally {
            presence.writeLock().unlock();
        }
    }

    private void restore(long size) throws IOException {
        ByteBuffer former = page;
        ByteBuffer content = former;
        // A file that was truncated and then removed has nothing to copy any more.
        boolean whole = size < 0 && isWhole(former);
        if (!whole) {
            content = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
            describe(content, id, guest);
            Memory.putPlain(
                    content,
                    OwnerDescriptor.STATE_OFFSET,
                    Memory.getPlain(content, OwnerDescriptor.STATE_OFFSET)
                            | (joined ? OwnerDescriptor.JOINED : 0)
                            | (answers ? OwnerDescriptor.ANSWERS : 0));
            Memory.putPlain(content, OwnerDescriptor.AGREED_OFFSET, agreed);
            Memory.putPlain(content, OwnerDescriptor.MEMORY_CAP_OFFSET, memoryCap);
            Memory.putPlain(content, OwnerDescriptor.SPILL_CAP_OFFSET, spillCap);
        }
        LaneDirectory.remake(directory);
        ByteBuffer copied = content;
        Made made = Uninterrupted.call(() -> make(file, copied));
        if (whole) {
            // A process that has mapped the old file still reads it.
            formerPages.add(former);
        }
        channel.close();
        page = made.page;
        channel = made.channel;
        lock = made.lock;
        stopListening();
    }

    private boolean isWhole(ByteBuffer memory) {
        return MemoryFault.readable(memory) == OwnerDescriptor.LENGTH
                && Memory.getAcquire(memory, OwnerDescriptor.MAGIC_OFFSET) == OwnerDescriptor.MAGIC
                && Memory.getPlain(memory, OwnerDescriptor.ID_OFFSET) == id;
    }

    /** The file's size in bytes; −1 when there is no file. */
    private long size() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .size();
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    /**
     * Call about once a second, from the drain thread: offers proof of life to other PID namespaces by a socket and a heartbeat, and takes
     * the lock again, which is lost when any code in this process closes a descriptor of the file.
     */
    public void refresh() throws IOException {
        presence.readLock().lock();
        try {
            refreshNow();
        } finally {
            presence.readLock().unlock();
        }
    }

    private void refreshNow() throws IOException {
        beat();
        if (socket == null && listens < MOST_LISTENS) {
            // Not at the start: loading the socket classes costs 40 ms.
            listens++;
            socket = OwnerSocket.listen(socketOf(file));
        }
        if (channel.isOpen()) {
            if (lock != null) {
                lock.release();
            }
            lock = lock(channel);
        }
    }

    /** Advances the heartbeat. A truncated file must not stop the other work of each second: it is made anew within a second. */
    private void beat() {
        try {
            beats++;
            Memory.putRelease(page, OwnerDescriptor.HEARTBEAT_OFFSET, beats);
            MemoryFault.raise();
        } catch (InternalError e) {
            return;
        }
    }

    /** Marks this engine as taking part in the log from here on. */
    public void join() {
        joined = true;
        set(OwnerDescriptor.JOINED);
    }

    /** Marks this engine as answering requests from here on. For any thread. */
    public void answer() {
        answers = true;
        set(OwnerDescriptor.ANSWERS);
    }

    /**
     * The number of requests that other processes have announced: a changed number means a new request. Costs no system call; for any
     * thread.
     *
     * @throws InternalError when the file was truncated while it was mapped
     */
    public long requests() {
        long count = Memory.getAcquire(page, OwnerDescriptor.REQUESTS_OFFSET);
        MemoryFault.raise();
        return count;
    }

    /** Announces, from another process, a request to the owner with this file. */
    public static void callOn(Path file) throws IOException {
        ByteBuffer page = attach(file);
        try {
            MemoryFault.touch(page, OwnerDescriptor.REQUESTS_OFFSET);
            Memory.getAndAdd(page, OwnerDescriptor.REQUESTS_OFFSET, 1);
            MemoryFault.raise();
        } catch (InternalError e) {
            throw new IOException(file + " was cut", e);
        }
    }

    /** The hash of the rolling that this engine agrees to; 0: none. */
    public void agree(long rolling) {
        agreed = rolling;
        Memory.putRelease(page, OwnerDescriptor.AGREED_OFFSET, rolling);
        MemoryFault.raise();
    }

    /** The hash that was last given to {@link #agree}. */
    public long agreed() {
        return agreed;
    }

    /** Shows the caps of all lanes of this process to tools, in bytes. */
    public void limit(long memory, long spill) {
        memoryCap = memory;
        spillCap = spill;
        Memory.putRelease(page, OwnerDescriptor.MEMORY_CAP_OFFSET, memory);
        Memory.putRelease(page, OwnerDescriptor.SPILL_CAP_OFFSET, spill);
        MemoryFault.raise();
    }

    /** Counts a log call that waits for room. For any thread. */
    public void countWait() {
        try {
            ByteBuffer current = page;
            MemoryFault.touch(current, OwnerDescriptor.WAITS_OFFSET);
            Memory.getAndAdd(current, OwnerDescriptor.WAITS_OFFSET, 1);
            MemoryFault.raise();
        } catch (InternalError e) {
            // The file was truncated; the drain thread makes another one within a second.
            return;
        }
    }

    /**
     * Shows tools the limits that were set at run time. Cheap when they are those of the call before. For one thread.
     *
     * @param text at most {@value OwnerDescriptor#MOST_LIMITS} bytes, never changed afterwards
     */
    @SuppressWarnings("ReferenceEquality") // the same page, not one with the same bytes
    public void showLimits(byte[] text) {
        ByteBuffer current = page;
        if (text == shownLimits && current == shownPage) {
            return;
        }
        try {
            MemoryFault.touch(current, OwnerDescriptor.LENGTH - Long.BYTES);
            Memory.putRelease(current, OwnerDescriptor.LIMITS_LENGTH_OFFSET, 0);
            current.put(OwnerDescriptor.LIMITS_OFFSET, text);
            Memory.putRelease(current, OwnerDescriptor.LIMITS_LENGTH_OFFSET, text.length);
            MemoryFault.raise();
            shownLimits = text;
            shownPage = current;
        } catch (InternalError e) {
            // The file was truncated; the drain thread makes another one within a second.
            return;
        }
    }

    private void set(long bits) {
        MemoryFault.touch(page, OwnerDescriptor.STATE_OFFSET);
        Memory.getAndBitwiseOr(page, OwnerDescriptor.STATE_OFFSET, bits);
    }

    private static void describe(ByteBuffer page, long id, boolean guest) {
        Memory.putPlain(
                page,
                OwnerDescriptor.VERSION_OFFSET,
                (long) RingDescriptor.VERSION_MAJOR << 32 | RingDescriptor.VERSION_MINOR);
        Memory.putPlain(page, OwnerDescriptor.ID_OFFSET, id);
        ProcessIdentity.current().describe(page);
        Memory.putPlain(
                page,
                OwnerDescriptor.START_OFFSET,
                ProcessHandle.current()
                        .info()
                        .startInstant()
                        .map(Instant::toEpochMilli)
                        .orElse(0L));
        Memory.putPlain(page, OwnerDescriptor.STATE_OFFSET, guest ? OwnerDescriptor.GUEST : 0);
        DropCounters.describe(page);
        Memory.putRelease(page, OwnerDescriptor.MAGIC_OFFSET, OwnerDescriptor.MAGIC);
    }

    /** The path of the socket of the owner with this file. */
    public static Path socketOf(Path file) {
        String own = String.valueOf(file.getFileName());
        return file.resolveSibling(own.substring(0, own.length() - SUFFIX.length()) + OwnerSocket.SUFFIX);
    }

    public Path directory() {
        return directory;
    }

    /** This owner's name: the prefix of its rings' names. */
    public String name() {
        return name;
    }

    public long id() {
        return id;
    }

    /** The page for its drop counters; a new page after {@link #restore}. */
    public ByteBuffer page() {
        return page;
    }

    /** Ends the presence, and removes the file. Remaining rings count as a dead process's. */
    public void leave() throws IOException {
        presence.writeLock().lock();
        try {
            left = true;
            leaveNow();
        } finally {
            presence.writeLock().unlock();
        }
    }

    private void leaveNow() throws IOException {
        try {
            for (ByteBuffer former : formerPages) {
                MemoryFault.touch(former, OwnerDescriptor.STATE_OFFSET);
                Memory.getAndBitwiseOr(former, OwnerDescriptor.STATE_OFFSET, OwnerDescriptor.LEFT);
            }
            set(OwnerDescriptor.LEFT);
            // The next drainer reports unreported drops and removes the file.
            boolean unreported = new DropCounters(id, page).isUnreported();
            MemoryFault.raise();
            if (!unreported) {
                Files.deleteIfExists(file);
            }
        } catch (InternalError e) {
            // The file was truncated while it was mapped. Without a file this owner counts as dead.
            Files.deleteIfExists(file);
        } finally {
            try {
                stopListening();
            } finally {
                channel.close();
            }
        }
    }

    private void stopListening() throws IOException {
        OwnerSocket listening = socket;
        socket = null;
        listens = 0;
        if (listening != null) {
            listening.close();
        }
    }

    /**
     * Maps the file of another owner.
     *
     * @throws IOException when it is gone, or no such file of this version
     */
    public static ByteBuffer attach(Path file) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel opened = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            return map(file, opened);
        }
    }

    private static ByteBuffer map(Path file, FileChannel opened) throws IOException {
        if (opened.size() != OwnerDescriptor.LENGTH) {
            throw new RingMemory.NoRingException("no owner: size=" + opened.size() + ", file=" + file);
        }
        ByteBuffer page = opened.map(FileChannel.MapMode.READ_WRITE, 0, OwnerDescriptor.LENGTH);
        if (Memory.getAcquire(page, OwnerDescriptor.MAGIC_OFFSET) != OwnerDescriptor.MAGIC) {
            throw new RingMemory.NoRingException("no owner: file=" + file);
        }
        long major = Memory.getPlain(page, OwnerDescriptor.VERSION_OFFSET) >>> 32;
        if (major != RingDescriptor.VERSION_MAJOR) {
            throw new RingMemory.UnknownFormatException(file, major);
        }
        return page;
    }
}
