package dev.tailrace.engine.figures;

import dev.tailrace.engine.figures.EventRecorder.Kind;
import dev.tailrace.engine.figures.EventRecorder.Span;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counters of this process's work on one log since it was opened; they only grow. An event that finds room touches no counter: the drainer
 * counts written lines, and a caller counts only when it waits or drops. Thread-safe, except for methods marked for the drainer.
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
     * @param log the name in recordings: the file's path or "console"
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

    /** Begins moving frames to disk; null: it isn't recorded. */
    public @Nullable Span beginSpill() {
        return recorder.begin(Kind.SPILL);
    }

    /** Ends a {@link #beginSpill}. {@code moved}: bytes, 0 or less when none were. */
    public void spilled(@Nullable Span spill, long moved) {
        if (spill != null) {
            spill.end(log, Math.max(0, moved), moved > 0);
        }
    }

    /** Begins a takeover from another process; null: it isn't recorded. */
    public @Nullable Span beginTakeover() {
        return recorder.begin(Kind.TAKEOVER);
    }

    /** Ends a {@link #beginTakeover}. {@code done}: whether this process drains now. */
    public void tookOver(@Nullable Span takeover, boolean done) {
        if (takeover != null) {
            takeover.end(log, 0, done);
        }
    }

    /** Begins a roll; null: it isn't recorded. */
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
        // Only one thread at a time writes: a plain sum that other threads see soon is enough.
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

    /** How long log calls waited, in nanoseconds, without calls that still wait. */
    public long waitedNanos() {
        return waitedNanos.sum();
    }

    /** Events of a level (SLF4J's code) that were dropped, at once or after their callers had waited. */
    public long dropped(int level, boolean waited) {
        return dropped.get(index(level, waited));
    }

    /** Lines that this process wrote, other processes' lines included. */
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
