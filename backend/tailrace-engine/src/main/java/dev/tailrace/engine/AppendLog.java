package dev.tailrace.engine;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.runtime.OpenDestination;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/**
 * One log of a {@link LogEngine}. A record is some bytes that belong together, as a rule a line with its line feed at the end: it is
 * written whole, never mixed with others. Records of one thread keep their order; those of several threads and processes are in the order
 * of their times, except for differences below two milliseconds. Thread-safe.
 */
public final class AppendLog implements AutoCloseable {
    private static final int LEVEL = 0;

    private final LogEngine engine;
    private final OpenDestination opened;
    private final LogFile named;
    private final Destination destination;
    private final RecordPool records = new RecordPool();
    private final Force force;
    /**
     * Records that were dropped because their thread's stack was full. Not atomic, because a handler of a full stack can't call anything.
     */
    private int withoutStack;
    /** The users of a shared log; 0: it isn't shared. Guarded by the engine. */
    private int users;

    AppendLog(LogEngine engine, OpenDestination opened, LogFile named) {
        this.engine = engine;
        this.opened = opened;
        this.named = named;
        this.destination = opened.destination();
        this.force = new Force(Objects.requireNonNullElse(opened.written(), named));
    }

    /** Appends a record with the present time; see {@link #append(long, byte[], int, int)}. */
    public boolean append(byte[] bytes) {
        return append(WallClock.nanos(), bytes, 0, bytes.length);
    }

    /**
     * Appends a record. Returns once the record is in shared memory. From there, it reaches the file even if this process is killed. Waits
     * only when more is appended than can be written, at most for {@link LogEngine.Options#waitWhenFull}.
     *
     * @param epochNanos the record's time, nanoseconds since 1970, by which the file is rolled and records are put in order
     * @param from the first byte
     * @param count the number of bytes; a record that is too long is truncated
     * @return false when the log is closed or the record was dropped; dropped records are counted and reported in the log
     * @throws IllegalArgumentException when the record contains a NUL byte: records are text, and zeros mark memory without records
     * @throws IndexOutOfBoundsException when {@code from} and {@code count} are not inside {@code bytes}
     */
    public boolean append(long epochNanos, byte[] bytes, int from, int count) {
        Objects.checkFromIndexSize(from, count, bytes.length);
        for (int i = from; i < from + count; i++) {
            if (bytes[i] == 0) {
                throw new IllegalArgumentException("a record has a NUL byte: at " + (i - from));
            }
        }
        RecordPool.Slot slot = records.take();
        PendingWord pending = slot.pending();
        try {
            TextBuffer record = slot.record();
            record.clear();
            record.append(bytes, from, count);
            return append(LEVEL, destination.description(), epochNanos, record, pending)
                    == Destination.Outcome.APPENDED;
        } catch (Throwable e) {
            // No method call first: there may be no stack for it. The drain thread settles the claim.
            if (pending.owed) {
                pending.orphaned = true;
                pending.next = PendingWord.orphans;
                PendingWord.orphans = pending;
            }
            if (e instanceof StackOverflowError) {
                withoutStack++;
            } else {
                engine.failed(e);
            }
            return false;
        } finally {
            records.give(slot);
        }
    }

    /**
     * Appends a record of Tailrace's own modules: one without NUL bytes, which isn't copied first. At the end of the JVM the call returns
     * when the record is in the file.
     *
     * @param level SLF4J's code, for {@link LogEngine.Options#dropBelow} and for what is counted as dropped
     * @param logger for what is counted as dropped
     * @param pending that of the calling thread, which it settles when an error comes out of this method
     */
    @SuppressWarnings("exports") // For modules that these packages are open to.
    public Destination.Outcome append(
            int level, String logger, long epochNanos, TextBuffer record, PendingWord pending) {
        Destination.Outcome outcome = destination.append(level, logger, record, epochNanos, pending);
        if (engine.isExiting()) {
            engine.flushLate(this);
        }
        return outcome;
    }

    /** Waits until all earlier records are in the file; returns false if {@code atMost} has passed before. */
    public boolean flush(Duration atMost) {
        return engine.flush(this, atMost);
    }

    /**
     * Waits until all earlier records are on the disk, so that they survive a loss of power: flushes, then has the system write the file
     * and the files rolled since the last call (fsync). Takes as long as the disk takes.
     *
     * @return false when the records aren't in the file after {@code atMost}; then no file was forced
     * @throws IOException when the system can't write, or could not at an earlier call: bytes that it lost then stay lost
     */
    public boolean force(Duration atMost) throws IOException {
        if (!flush(atMost)) {
            return false;
        }
        force.now();
        return true;
    }

    /** The figures of this log. */
    public Figures figures() {
        return new Figures(
                destination.description(),
                destination.backlog(),
                destination.losses().total() + withoutStack,
                destination.cutLines());
    }

    /**
     * Closes the log: later records are refused, and earlier records are written. Other processes continue, and the log can be opened
     * again. A {@link LogEngine#share shared} log is closed by its last user.
     */
    @Override
    public void close() {
        engine.close(this);
        records.clear();
    }

    OpenDestination opened() {
        return opened;
    }

    /** Counts a user of a shared log. */
    void share() {
        users++;
    }

    /** Whether the log is open for any number of users. */
    boolean isShared() {
        return users > 0;
    }

    /** Counts a user that closes the log; returns whether it was the last one. */
    boolean leave() {
        return --users <= 0;
    }

    DrainAgent drainer() {
        return opened.drainer();
    }

    boolean isOf(LogFile other) {
        return named.lockFile().equals(other.lockFile());
    }
}
