package dev.tailrace.engine.journal.ring;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a ring: a mapped file that outlives the process, or private memory that does not.
 *
 * @param capacity of the ring; its memory is shorter when the file was truncated before it was mapped
 * @param file null for private memory
 * @param spillFiles the files for its oldest frames; null: frames can't be moved to disk
 * @param foreign whether another process made it
 */
public record RingMemory(
        ByteBuffer memory,
        int capacity,
        @Nullable Path file,
        @Nullable SpillFiles spillFiles,
        boolean foreign) {
    private static final long PROCESS_START_MILLIS = ProcessHandle.current()
            .info()
            .startInstant()
            .map(Instant::toEpochMilli)
            .orElse(0L);

    public static RingMemory mapped(Path file, @Nullable SpillFiles spillFiles, int capacity, RingIdentity identity)
            throws IOException {
        ByteBuffer memory = MappedFiles.create(file, RingDescriptor.DATA_OFFSET + capacity);
        RingDescriptor.describe(memory, capacity, identity, PROCESS_START_MILLIS);
        return new RingMemory(memory, capacity, file, spillFiles, false);
    }

    public static RingMemory inProcess(int capacity, RingIdentity identity) {
        // Aligned to 8 bytes by allocateDirect, which the words of a ring need.
        ByteBuffer memory = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET + capacity);
        RingDescriptor.describe(memory, capacity, identity, PROCESS_START_MILLIS);
        return new RingMemory(memory, capacity, null, null, false);
    }

    /**
     * Maps a ring of another process.
     *
     * @throws UnfinishedException when its owner is still making it, or died while making it
     * @throws UnknownFormatException when it is of another version
     * @throws NoRingException when it is no ring
     * @throws IOException when it can't be mapped just now
     */
    public static RingMemory attach(Path file, SpillFiles spillFiles) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            // Zeros beyond a shorter file's end. Not mapped: another program may truncate it.
            ByteBuffer head = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET);
            channel.read(head, 0);
            long magic = Memory.getPlain(head, RingDescriptor.MAGIC_OFFSET);
            if (magic == 0 && Memory.getPlain(head, RingDescriptor.TAIL_OFFSET) == 0) {
                throw new UnfinishedException(file);
            }
            // The size is read after the magic, which the owner stores last: before, it could be an unfinished file's.
            long size = channel.size();
            long major = Memory.getPlain(head, RingDescriptor.VERSION_OFFSET) >>> 32;
            if (magic != RingDescriptor.MAGIC) {
                throw new NoRingException("no magic: file=" + file);
            }
            if (major != RingDescriptor.VERSION_MAJOR) {
                throw new UnknownFormatException(file, major);
            }
            long capacity = Memory.getPlain(head, RingDescriptor.CAPACITY_OFFSET);
            if (capacity < RingDescriptor.MIN_CAPACITY
                    || capacity > RingDescriptor.MAX_CAPACITY
                    || Long.bitCount(capacity) != 1
                    || size < RingDescriptor.DATA_OFFSET
                    || size > RingDescriptor.DATA_OFFSET + capacity) {
                throw new NoRingException("no ring: capacity=" + capacity + ", size=" + size + ", file=" + file);
            }
            // Maps the rest of a truncated file; mapping more would make the file longer.
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size & -8L);
            Memory.getAcquire(memory, RingDescriptor.MAGIC_OFFSET);
            return new RingMemory(memory, (int) capacity, file, spillFiles, true);
        }
    }

    /** The ring is being made. */
    public static final class UnfinishedException extends IOException {
        private static final long serialVersionUID = 1;

        UnfinishedException(Path file) {
            super("not finished: file=" + file);
        }
    }

    /** The file isn't a ring, or its words are impossible. */
    public static final class NoRingException extends IOException {
        private static final long serialVersionUID = 1;

        public NoRingException(String message) {
            super(message);
        }
    }

    /** The ring is of another major version. */
    public static final class UnknownFormatException extends IOException {
        private static final long serialVersionUID = 1;

        public UnknownFormatException(Path file, long major) {
            super("unknown format: major=" + major + ", file=" + file);
        }
    }

    /** Bytes of the whole ring, its head included. */
    int length() {
        return RingDescriptor.DATA_OFFSET + capacity;
    }

    RingIdentity identity() {
        return RingIdentity.of(
                Memory.getPlain(memory, RingDescriptor.OWNER_ID_OFFSET),
                Memory.getPlain(memory, RingDescriptor.LANE_OFFSET));
    }

    /**
     * The number of usable bytes: all, unless the file was truncated. Causes no uncaught fault: missing memory is only accessed where the
     * error is caught. Costs a system call.
     */
    int usable() {
        if (file == null) {
            return memory.capacity();
        }
        int readable = MemoryFault.readable(memory);
        try {
            boolean whole = readable >= RingDescriptor.DATA_OFFSET
                    && Memory.getAcquire(memory, RingDescriptor.MAGIC_OFFSET) == RingDescriptor.MAGIC;
            MemoryFault.raise();
            if (!whole) {
                // The file was truncated, and maybe made longer again.
                return 0;
            }
            // The rest of the last page is accessible, and is zero.
            return (int) Math.min(readable, Files.size(file) & -8L);
        } catch (IOException e) {
            // The file was removed: the mapping stays.
            return readable;
        } catch (InternalError e) {
            return 0;
        }
    }

    /** Renames an unreadable file, so that scans don't find it. */
    public static void putAside(Path file) {
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + "." + System.currentTimeMillis() + ".damaged"));
        } catch (IOException e) {
            // The file stays, and is reported again after the next start.
            return;
        }
    }

    /**
     * @param tail of the ring
     * @param spilled of the ring
     */
    void discard(long tail, long spilled) {
        if (file != null) {
            try {
                // The ring is removed last: without it no process would know of its spill files. The owner removes
                // spill files that the
                // ring never announced.
                if (spillFiles != null && (foreign || spilled != 0)) {
                    spillFiles.delete(tail);
                }
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The file is left behind, empty; the next process that uses this directory removes it.
                return;
            }
        }
    }
}
