package dev.tailrace.bytes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of events and of rolling, for tests that set it: with {@code -Dtailrace.clockOffset=FILE} the first 8 bytes of that file
 * (little-endian, milliseconds) are added to each reading, and may change at any time. Without that property a reading is
 * {@link System#currentTimeMillis} and nothing else. Thread-safe.
 *
 * <p>What is compared with times of files, or only makes a name unique, reads the real clock.
 */
public final class WallClock {
    private static final @Nullable ByteBuffer OFFSET = map(System.getProperty("tailrace.clockOffset"));

    private WallClock() {}

    /** Milliseconds since the epoch. */
    public static long millis() {
        long now = System.currentTimeMillis();
        return OFFSET == null ? now : now + Memory.getAcquire(OFFSET, 0);
    }

    private static @Nullable ByteBuffer map(@Nullable String file) {
        if (file == null) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, 8);
        } catch (IOException e) {
            throw new UncheckedIOException("tailrace.clockOffset=" + file + " cannot be read", e);
        }
    }
}
