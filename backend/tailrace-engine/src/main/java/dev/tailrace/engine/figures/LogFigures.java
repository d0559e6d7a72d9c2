package dev.tailrace.engine.figures;

import dev.tailrace.engine.figures.EventRecorder.Kind;
import dev.tailrace.engine.figures.EventRecorder.Span;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What this process did with one log since it opened it: counters that only grow. An event that finds room touches none of them: the
 * drainer counts what is written, and a caller counts only when it waits or drops. Thread-safe; what only one drainer at a time may call
 * says so.
 */
public final class LogFigures {
    /** A batch that takes longer is recorded: 100 ms. */
    public static final long LONG_BATCH_NANOS = 100_000_000L;

    private static final int LEVELS = 5;

    private final String log;
    private final EventRecorder recorder;
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    /** Per level: dropped at once, then dropped after waiting. */
    private final AtomicLongArray dropped = new AtomicLongArray(2 * LEVELS);

    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong rolls = new AtomicLong();

    /**
     * Counts from zero.
     *
     * @param log for what is recorded: the file's path or "console"
     */
    public LogFigures(String log, EventRecorder recorder) {
        this.log = log;
        this.recorder = recorder;
    }

    /** Counts without recording. */
    public static LogFigures unrecorded() {
        return new LogFigures("", EventRecorder.NONE);
    }

    /** A caller begins to wait for room; returns what {@link #waited} wants. */
    public @Nullable Span beginWait() {
        waits.increment();
        return recorder.begin(Kind.WAIT);
    }

    /**
     * A caller has waited.
     *
     * @param nanos how long
     * @param found whether there was room in the end
     */
    public void waited(@Nullable Span wait, long nanos, boolean found) {
        waitedNanos.add(nanos);
        if (wait != null) {
            wait.end(log, 0, found);
        }
    }

    /** Frames are going to be moved to disk; null: it isn't recorded. */
    public @Nullable Span beginSpill() {
        return recorder.begin(Kind.SPILL);
    }

    /** Ends a {@link #beginSpill}. {@code moved}: bytes, 0 or less when none were. */
    public void spilled(@Nullable Span spill, long moved) {
        if (spill != null) {
            spill.end(log, Math.max(0, moved), moved > 0);
        }
    }

    /** This process takes over from another; null: it isn't recorded. */
    public @Nullable Span beginTakeover() {
        return recorder.begin(Kind.TAKEOVER);
    }

    /** Ends a {@link #beginTakeover}. {@code done}: whether this process drains now. */
    public void tookOver(@Nullable Span takeover, boolean done) {
        if (takeover != null) {
            takeover.end(log, 0, done);
        }
    }

    /** A file is going to be rolled; null: it isn't recorded. */
    public @Nullable Span beginRoll() {
        return recorder.begin(Kind.ROLL);
    }

    /** Counts files that were rolled. {@code roll}: see {@link #beginRoll}; null where none was foreseen. For the drainer. */
    public void rolled(@Nullable Span roll, long files) {
        Span span = roll == null && files > 0 ? beginRoll() : roll;
        if (files > 0) {
            rolls.addAndGet(files);
        }
        if (span != null) {
            span.end(log, files, files > 0);
        }
    }

    /** An event was dropped. {@code waited}: whether its caller had waited; {@code level}: SLF4J's code. */
    public void dropped(int level, String logger, boolean waited) {
        dropped.incrementAndGet(index(level, waited));
        recorder.dropped(log, level, logger, waited);
    }

    /** A batch was written. For the drainer. {@code count}: of its lines; {@code nanos}: how long that took. */
    public void wrote(long count, long length, long nanos) {
        // One thread at a time writes them: a plain sum that others see soon will do.
        lines.lazySet(lines.get() + count);
        bytes.lazySet(bytes.get() + length);
        if (nanos > LONG_BATCH_NANOS) {
            recorder.batch(log, nanos, length);
        }
    }

    private static int index(int level, boolean waited) {
        return Math.max(0, Math.min(LEVELS - 1, level / 10)) * 2 + (waited ? 1 : 0);
    }

    /** Log calls that had to wait for room, those that still do included. */
    public long waits() {
        return waits.sum();
    }

    /** How long they waited, in nanoseconds; those that still do not included. */
    public long waitedNanos() {
        return waitedNanos.sum();
    }

    /** Events of a level (SLF4J's code) that were dropped, at once or after their callers had waited. */
    public long dropped(int level, boolean waited) {
        return dropped.get(index(level, waited));
    }

    /** Lines that this process wrote, also those of others. */
    public long lines() {
        return lines.get();
    }

    /** Bytes that this process wrote; compressed where the file is written so. */
    public long bytes() {
        return bytes.get();
    }

    /** Files that this process rolled. */
    public long rolls() {
        return rolls.get();
    }
}
