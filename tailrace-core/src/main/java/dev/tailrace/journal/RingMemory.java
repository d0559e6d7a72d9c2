package dev.tailrace.journal;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a ring: a mapped file that outlives the process, or private memory that does not.
 *
 * @param file null for private memory
 */
record RingMemory(ByteBuffer memory, @Nullable Path file) {
    private static final long PROCESS_START_MILLIS = ProcessHandle.current()
            .info()
            .startInstant()
            .map(Instant::toEpochMilli)
            .orElse(0L);

    static RingMemory mapped(Path file, int capacity, int lane, int generation) throws IOException {
        ByteBuffer memory = MappedFiles.create(file, RingDescriptor.DATA_OFFSET + capacity);
        describe(memory, capacity, lane, generation);
        return new RingMemory(memory, file);
    }

    static RingMemory inProcess(int capacity, int lane, int generation) {
        // Aligned to 8 bytes by allocateDirect, which the words of a ring need.
        ByteBuffer memory = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET + capacity);
        describe(memory, capacity, lane, generation);
        return new RingMemory(memory, null);
    }

    private static void describe(ByteBuffer memory, int capacity, int lane, int generation) {
        Memory.putPlain(
                memory,
                RingDescriptor.VERSION_OFFSET,
                (long) RingDescriptor.VERSION_MAJOR << 32 | RingDescriptor.VERSION_MINOR);
        Memory.putPlain(memory, RingDescriptor.CAPACITY_OFFSET, capacity);
        Memory.putPlain(
                memory, RingDescriptor.PID_OFFSET, ProcessHandle.current().pid());
        Memory.putPlain(memory, RingDescriptor.START_OFFSET, PROCESS_START_MILLIS);
        Memory.putPlain(memory, RingDescriptor.LANE_OFFSET, (long) lane << 32 | generation);
        // Last: a file without its magic is not finished.
        Memory.putRelease(memory, RingDescriptor.MAGIC_OFFSET, RingDescriptor.MAGIC);
    }

    void discard() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // Left behind with nothing in it; the next process that uses this directory removes it.
                return;
            }
        }
    }
}
