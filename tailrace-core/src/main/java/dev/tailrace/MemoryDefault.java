package dev.tailrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The default cap of all lanes: 64 MiB, or a quarter of the free shared memory where that is less. */
final class MemoryDefault {
    private static final long LARGEST = 64L << 20;
    private static final long SMALLEST = 1L << 20;

    private MemoryDefault() {}

    static long bytes() {
        Path sharedMemory = Path.of("/dev/shm");
        if (!Files.isDirectory(sharedMemory)) {
            return LARGEST;
        }
        try {
            long free = Files.getFileStore(sharedMemory).getUsableSpace();
            return Math.max(SMALLEST, Math.min(LARGEST, free / 4));
        } catch (IOException e) {
            return LARGEST;
        }
    }
}
