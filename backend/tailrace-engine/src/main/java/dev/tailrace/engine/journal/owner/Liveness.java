package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import dev.tailrace.engine.journal.ring.RingMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the process of an {@link Owner}'s file lives. An owner is dead only if that is proved: by {@code /proc} in its own PID namespace,
 * else by its {@linkplain OwnerSocket socket}. Only where both prove nothing, its lock and its heartbeat decide: the owner is dead when the
 * lock is free and the heartbeat stands still for {@value #FREE_MILLIS} ms on end. A living owner takes a lost lock again each second, but
 * a process that opens and closes these files all the time loses it again before the next look. A held lock proves that the owner lives; it
 * is checked first, because that costs two microseconds and no garbage.
 *
 * <p>The file stays mapped and open from the first look on, so that it still counts after it was removed: a process whose files were
 * cleared away is not dead. For one thread.
 */
public final class Liveness implements AutoCloseable {
    private static final long FREE_MILLIS = 2_500;

    private final Path file;
    private @Nullable ByteBuffer page;
    private @Nullable Object identity;
    private @Nullable FileChannel channel;
    private final UnbrokenSpan free = new UnbrokenSpan(FREE_MILLIS * 1_000_000);
    /** The heartbeat at the last look without other evidence. */
    private long heartbeat;

    /** @param file the owner's, which may be gone */
    public Liveness(Path file) {
        this.file = file;
    }

    /**
     * Whether the owner lives, or at least isn't proved dead. Costs some system calls.
     *
     * @param nanoTime a clock that measures how long the lock has been free
     * @throws IOException when that can't be found out now: then the owner counts as alive
     */
    public boolean isAlive(long nanoTime) throws IOException {
        ByteBuffer known;
        try {
            known = page();
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            // An owner removes its file last, and makes it anew when another program removed it.
            return false;
        } catch (RingMemory.UnknownFormatException e) {
            // The owner's files must be left alone.
            return true;
        } catch (RingMemory.NoRingException e) {
            return !isFreeForLong(nanoTime);
        }
        try {
            // A copy: bytes of a file that is truncated meanwhile can be anything and must not prove a death.
            ByteBuffer head = ByteBuffer.allocate(OwnerDescriptor.HEAD_LENGTH);
            Memory.getAcquire(known, OwnerDescriptor.STATE_OFFSET);
            head.put(0, known, 0, OwnerDescriptor.HEAD_LENGTH);
            MemoryFault.raise();
            if ((Memory.getPlain(head, OwnerDescriptor.STATE_OFFSET) & OwnerDescriptor.LEFT) != 0) {
                return false;
            }
            if (isLocked()) {
                free.end();
                return true;
            }
            return switch (evidence(file, head)) {
                case LIVES -> {
                    free.end();
                    yield true;
                }
                case GONE -> false;
                case NONE -> !isFreeForLong(nanoTime);
            };
        } catch (InternalError e) {
            // The file was truncated while it was mapped.
            page = null;
            return !isFreeForLong(nanoTime);
        }
    }

    /** Whether the owner, in another process or another engine of this one, holds its lock. */
    private boolean isLocked() throws IOException {
        return Uninterrupted.call(this::isLockedNow);
    }

    private boolean isLockedNow() throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            try {
                open = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            } catch (NoSuchFileException e) {
                return false;
            }
            channel = open;
        }
        try (FileLock lock = open.tryLock(0, 1, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            // Another engine of this JVM holds the lock: an engine that ended would have marked its file.
            return true;
        }
    }

    /** Whether the file exists, or did at an earlier look. */
    public boolean isKnown() throws IOException {
        try {
            page();
            return true;
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            return false;
        } catch (RingMemory.UnknownFormatException | RingMemory.NoRingException e) {
            return true;
        }
    }

    private ByteBuffer page() throws IOException {
        ByteBuffer known = page;
        if (known == null) {
            // After a file was truncated and made anew, the lock is the new file's.
            close();
            known = Uninterrupted.call(() -> Owner.attach(file));
            identity = key();
            page = known;
        }
        return known;
    }

    /** The evidence about the owner of this page, whose file exists or did exist. */
    static Evidence evidence(Path file, ByteBuffer page) {
        Evidence evidence = ProcessIdentity.of(page).evidence();
        return evidence == Evidence.NONE ? OwnerSocket.ask(Owner.socketOf(file)) : evidence;
    }

    /** The file key, which distinguishes the file from earlier and later files at this path; null: no file, or no key. */
    private @Nullable Object key() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private boolean isFreeForLong(long nanoTime) throws IOException {
        if (isLocked() || hasBeaten()) {
            free.end();
            return false;
        }
        Object now = key();
        if (page != null && now != null && !now.equals(identity)) {
            // The owner has made the file anew: the lock of the old file stays free for ever.
            close();
            page = null;
            free.end();
            return false;
        }
        return free.isLong(nanoTime);
    }

    /** Whether the heartbeat has advanced since the last look; at the first look, whether there ever was a heartbeat. */
    private boolean hasBeaten() {
        ByteBuffer known = page;
        if (known == null) {
            return false;
        }
        long now = Memory.getAcquire(known, OwnerDescriptor.HEARTBEAT_OFFSET);
        MemoryFault.raise();
        boolean beaten = now != heartbeat;
        heartbeat = now;
        return beaten;
    }

    /** Closes the file. The next look opens it again. */
    @Override
    public void close() {
        MappedFiles.closeUnwritten(channel);
        channel = null;
    }

    /** Whether no other process holds the owner's lock; this process's own lock can't be seen. */
    static boolean isLockFree(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                FileLock lock = channel.tryLock(0, 1, true)) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
