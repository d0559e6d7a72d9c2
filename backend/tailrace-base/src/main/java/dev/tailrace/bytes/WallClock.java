package dev.tailrace.bytes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of events and of rolling, for tests that set it: with {@code -Dtailrace.clockOffset=FILE} the first 8 bytes of that file
 * (little-endian, milliseconds) are added to each reading, and may change at any time. Without that property a reading is {@link
 * System#currentTimeMillis} and nothing else. Thread-safe.
 *
 * <p>Code that compares times of files, or only makes a name unique, reads the real clock.
 */
public final class WallClock {
    private static final @Nullable ByteBuffer OFFSET = map(System.getProperty("tailrace.clockOffset"));

    private WallClock() {}

    /** Milliseconds since the epoch. */
    public static long millis() {
        long now = System.currentTimeMillis();
        return OFFSET == null ? now : now + Memory.getAcquire(OFFSET, 0);
    }

    /** The time in nanoseconds, exact to the millisecond. */
    public static long nanos() {
        return millis() * 1_000_000L;
    }

    /** Nanoseconds since the epoch, exact to about a microsecond. Makes no garbage except for an object a second. */
    public static long preciseNanos() {
        long real = Fraction.nanos();
        return OFFSET == null ? real : real + Memory.getAcquire(OFFSET, 0) * 1_000_000L;
    }

    /**
     * The time, in nanoseconds since the epoch, within the millisecond that {@link #millis} has just returned, even if that is over
     * meanwhile. Makes no garbage except for an object a second, and costs one reading of {@link System#nanoTime}.
     */
    public static long nanosWithin(long millis) {
        long real = OFFSET == null ? millis : millis - Memory.getAcquire(OFFSET, 0);
        long fraction = Fraction.nanos() - real * 1_000_000L;
        return millis * 1_000_000L + Math.max(0, Math.min(999_999, fraction));
    }

    /**
     * The real clock in nanoseconds, by {@link System#nanoTime} and the difference between the two. The difference changes as the clock is
     * corrected, so it is measured again once a second; {@link Instant#now} would make an object for each event.
     */
    private static final class Fraction {
        private static final long LASTS_NANOS = 1_000_000_000L;
        /** Longer than two readings take, if the thread wasn't interrupted in between. */
        private static final long AT_ONCE_NANOS = 20_000;

        private static final int ATTEMPTS = 3;

        /** Set by racing threads: any of their values is right. */
        private static volatile Distance latest = measured();

        private record Distance(long nanos, long measuredAt) {}

        private Fraction() {}

        static long nanos() {
            long now = System.nanoTime();
            Distance known = latest;
            if (now - known.measuredAt > LASTS_NANOS) {
                known = measured();
                latest = known;
            }
            return now + known.nanos;
        }

        private static Distance measured() {
            long before = 0;
            long after = 0;
            Instant wall = Instant.EPOCH;
            for (int i = 0; i < ATTEMPTS && (i == 0 || after - before > AT_ONCE_NANOS); i++) {
                before = System.nanoTime();
                wall = Instant.now();
                after = System.nanoTime();
            }
            long nanos = wall.getEpochSecond() * 1_000_000_000L + wall.getNano();
            return new Distance(nanos - before - (after - before) / 2, after);
        }
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
