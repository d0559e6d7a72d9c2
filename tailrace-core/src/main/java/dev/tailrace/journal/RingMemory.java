package dev.tailrace.journal;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
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
 * @param file null for private memory
 * @param spillFiles where its oldest frames may be moved to; null: nowhere
 * @param foreign whether another process made it
 */
record RingMemory(
        ByteBuffer memory, @Nullable Path file, @Nullable SpillFiles spillFiles, boolean foreign) {
    private static final long PROCESS_START_MILLIS = ProcessHandle.current()
            .info()
            .startInstant()
            .map(Instant::toEpochMilli)
            .orElse(0L);

    static RingMemory mapped(Path file, @Nullable SpillFiles spillFiles, int capacity, RingIdentity identity)
            throws IOException {
        ByteBuffer memory = MappedFiles.create(file, RingDescriptor.DATA_OFFSET + capacity);
        RingDescriptor.describe(memory, capacity, identity, PROCESS_START_MILLIS);
        return new RingMemory(memory, file, spillFiles, false);
    }

    static RingMemory inProcess(int capacity, RingIdentity identity) {
        // Aligned to 8 bytes by allocateDirect, which the words of a ring need.
        ByteBuffer memory = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET + capacity);
        RingDescriptor.describe(memory, capacity, identity, PROCESS_START_MILLIS);
        return new RingMemory(memory, null, null, false);
    }

    /**
     * Maps a ring of another process.
     *
     * @throws UnfinishedException when its owner is still at it, or died at it
     * @throws UnknownFormatException when it is of another version
     * @throws NoRingException when it is no ring
     * @throws IOException when it can't be mapped just now
     */
    static RingMemory attach(Path file, SpillFiles spillFiles) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            // Zeros beyond a shorter file's end. Not mapped: nobody knows yet who else cuts it.
            ByteBuffer head = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET);
            channel.read(head, 0);
            long magic = Memory.getPlain(head, RingDescriptor.MAGIC_OFFSET);
            if (magic == 0 && Memory.getPlain(head, RingDescriptor.TAIL_OFFSET) == 0) {
                throw new UnfinishedException(file);
            }
            // Asked for after the magic, which its owner stores last: before, it could be that of a file in the making.
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
                    || size != RingDescriptor.DATA_OFFSET + capacity) {
                throw new NoRingException("no ring: capacity=" + capacity + ", size=" + size + ", file=" + file);
            }
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            Memory.getAcquire(memory, RingDescriptor.MAGIC_OFFSET);
            return new RingMemory(memory, file, spillFiles, true);
        }
    }

    /** The ring is being made. */
    static final class UnfinishedException extends IOException {
        private static final long serialVersionUID = 1;

        UnfinishedException(Path file) {
            super("not finished: file=" + file);
        }
    }

    /** The file is no ring, or its words can't be. */
    static final class NoRingException extends IOException {
        private static final long serialVersionUID = 1;

        NoRingException(String message) {
            super(message);
        }
    }

    /** The ring is of another major version. */
    static final class UnknownFormatException extends IOException {
        private static final long serialVersionUID = 1;

        UnknownFormatException(Path file, long major) {
            super("unknown format: major=" + major + ", file=" + file);
        }
    }

    RingIdentity identity() {
        return RingIdentity.of(
                Memory.getPlain(memory, RingDescriptor.OWNER_ID_OFFSET),
                Memory.getPlain(memory, RingDescriptor.LANE_OFFSET));
    }

    /** Whether somebody has cut the file: touching what is gone is a fault. False when there is no file any more: what is mapped stays. */
    boolean isCut() {
        try {
            return file != null && Files.size(file) < memory.capacity();
        } catch (IOException e) {
            return false;
        }
    }

    /** Moves a file that can't be read out of the way of scans. */
    static void putAside(Path file) {
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + "." + System.currentTimeMillis() + ".damaged"));
        } catch (IOException e) {
            // It stays, and is told of again after the next start.
            return;
        }
    }

    void discard() {
        if (file != null) {
            try {
                // The ring last: without it nobody would know of the others. Its owner removes what it never told of.
                if (spillFiles != null && (foreign || Memory.getAcquire(memory, RingDescriptor.SPILLED_OFFSET) != 0)) {
                    spillFiles.delete(Memory.getAcquire(memory, RingDescriptor.TAIL_OFFSET) & ~RingDescriptor.SEALED);
                }
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // Left behind with nothing in it; the next process that uses this directory removes it.
                return;
            }
        }
    }
}
