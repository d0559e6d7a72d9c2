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
 * else by its {@linkplain OwnerSocket socket}. Only where neither can say anything, its lock and its heartbeat do: the lock free and the
 * heartbeat still for {@value #FREE_MILLIS} ms on end. A living owner takes its lock again each second, should its process have lost it, but
 * a process that opens and closes these files all the time loses it again before the next look. A lock that is held proves that the owner
 * lives, and is asked first, because that costs two microseconds and no garbage.
 *
 * <p>The file stays mapped and open from the first look on, so that it still counts after the file was removed: a process whose files were
 * cleared away is not dead. For one thread.
 */
public final class Liveness implements AutoCloseable {
    private static final long FREE_MILLIS = 2_500;

    private final Path file;
    private @Nullable ByteBuffer page;
    private @Nullable Object identity;
    private @Nullable FileChannel channel;
    private final UnbrokenSpan free = new UnbrokenSpan(FREE_MILLIS * 1_000_000);
    /** The heartbeat at the last look at which nothing else could be said. */
    private long heartbeat;

    /** @param file the owner's, which may be gone */
    public Liveness(Path file) {
        this.file = file;
    }

    /**
     * Whether it lives, for all that can be proved. Some system calls.
     *
     * @param nanoTime a clock to measure how long its lock has been free
     * @throws IOException when that can't be found out now: then it lives
     */
    public boolean isAlive(long nanoTime) throws IOException {
        ByteBuffer known;
        try {
            known = page();
        } catch (NoSuchFileException | MappedFiles.NotAFileException e) {
            // An owner removes its file last, and makes it anew if it was removed by something else.
            return false;
        } catch (RingMemory.UnknownFormatException e) {
            // It must be left alone.
            return true;
        } catch (RingMemory.NoRingException e) {
            return !isFreeForLong(nanoTime);
        }
        try {
            // A copy: what was read of a file that is cut meanwhile is anything, and must not prove a death.
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
            // The file was cut while it was mapped.
            page = null;
            return !isFreeForLong(nanoTime);
        }
    }

    /** Whether its owner, of another process or another engine of this one, has its lock. */
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
            // Another engine of this JVM has it: one that ended would have said so.
            return true;
        }
    }

    /** Whether the file is there, or was at an earlier look. */
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
            // The lock of a file that was cut and made anew is that of the new one.
            close();
            known = Uninterrupted.call(() -> Owner.attach(file));
            identity = key();
            page = known;
        }
        return known;
    }

    /** What can be proved of the owner of this page, whose file is, or was, there. */
    static Evidence evidence(Path file, ByteBuffer page) {
        Evidence evidence = ProcessIdentity.of(page).evidence();
        return evidence == Evidence.NONE ? OwnerSocket.ask(Owner.socketOf(file)) : evidence;
    }

    /** What distinguishes the file at the path from others that were or will be there; null: none, or not known. */
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
            // Its owner has made it anew: the lock of the old one is free for ever.
            close();
            page = null;
            free.end();
            return false;
        }
        return free.isLong(nanoTime);
    }

    /** Whether the heartbeat has gone on since the last look. Also at the first look, if there ever was one. */
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

    /** Lets go of the file. It can be asked again. */
    @Override
    public void close() {
        MappedFiles.closeUnwritten(channel);
        channel = null;
    }

    /** Whether no other process has the owner's lock; of this one's own nothing is known. */
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
