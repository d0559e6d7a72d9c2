package dev.tailrace.engine.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The default cap of all lanes: 64 MiB, or a quarter of the free shared memory, or an eighth of the container's memory, where that is
 * less.
 */
final class MemoryDefault {
    private static final long LARGEST = 64L << 20;
    private static final long SMALLEST = 1L << 20;

    private MemoryDefault() {}

    static long bytes() {
        return bytes(freeSharedMemory(), new ContainerLimit(Path.of("/")).bytes());
    }

    static long bytes(long freeSharedMemory, long containerLimit) {
        return Math.max(SMALLEST, Math.min(LARGEST, Math.min(freeSharedMemory / 4, containerLimit / 8)));
    }

    private static long freeSharedMemory() {
        Path sharedMemory = Path.of("/dev/shm");
        try {
            return Files.isDirectory(sharedMemory)
                    ? Files.getFileStore(sharedMemory).getUsableSpace()
                    : Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
