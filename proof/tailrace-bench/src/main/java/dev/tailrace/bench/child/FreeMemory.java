package dev.tailrace.bench.child;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * The memory that a file system in memory will give out next. On a virtual machine the host takes back what was not used for some
 * seconds, and the first thread to touch it then waits for the host: writing a line of 1.7 kB took anything from 0.7 to 2.4 µs here. So as much
 * as is about to be written is touched before. Stateless.
 */
final class FreeMemory {
    private static final int BUFFER_BYTES = 1 << 18;

    private FreeMemory() {}

    /** Touches that much of it, or half of what there is; nothing where the folder isn't in memory. */
    static void touch(Path folder, long bytes) throws IOException {
        FileStore store = Files.getFileStore(folder);
        if (!store.type().toLowerCase(Locale.ROOT).contains("tmpfs")) {
            return;
        }
        long wanted = Math.min(bytes, store.getUsableSpace() / 2);
        Path file = Files.createTempFile(folder.toAbsolutePath().getParent(), "touched", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            for (long written = 0; written < wanted; written += channel.write(buffer)) {
                buffer.clear();
            }
        } finally {
            Files.delete(file);
        }
    }
}
