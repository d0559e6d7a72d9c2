package dev.tailrace.engine.sink.file;

import dev.tailrace.engine.sink.rolling.PeriodClock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Decides when a log file is rolled: by size, by period, by both or never; after a failed roll, not before a pause. Used by one thread. */
final class RollTrigger {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PeriodClock period;
    private final long maxBytes;
    private final LongSupplier epochNanos;
    private boolean failed;
    private long againNanos;

    /**
     * A roll that is due.
     *
     * @param newPeriod whether the next file belongs to another period
     * @param periodMillis the beginning of the period that names the rolled file
     * @param nextMillis the same of the next file
     */
    record Roll(long epochNanos, boolean newPeriod, long periodMillis, long nextMillis) {}

    /** @param maxBytes a file of this length is rolled */
    RollTrigger(PeriodClock period, long maxBytes, LongSupplier epochNanos) {
        this.period = period;
        this.maxBytes = maxBytes;
        this.epochNanos = epochNanos;
    }

    /** Whether a file is rolled before a line; {@code bytes}: of the file, and of lines that are still to be written to it. */
    boolean isDue(long lineNanos, long bytes) {
        return (period.over(lineNanos) || bytes >= maxBytes) && mayRoll();
    }

    boolean mayRoll() {
        if (!failed) {
            return true;
        }
        long now = epochNanos.getAsLong();
        // A clock that was set back doesn't prolong the wait.
        return now >= againNanos || againNanos - now > RETRY_NANOS;
    }

    /** The roll before a line. */
    Roll byLine(long lineNanos) {
        return roll(lineNanos, period.changes(lineNanos));
    }

    /** The roll that the present time requires; null: none. {@code begun}: whether one was begun that is still to be completed. */
    @Nullable
    Roll byClock(long now, boolean begun) {
        // Only the clock can set the period back: a process that died yesterday leaves lines of yesterday.
        boolean ends = period.over(now) || period.isAhead(now);
        return ends || begun ? roll(now, ends || period.changes(now)) : null;
    }

    /** The roll of a file that an earlier run has begun, although neither size nor period requires it. */
    Roll atStart(long now) {
        return new Roll(now, false, period.startMillis(), period.startMillis());
    }

    private Roll roll(long now, boolean newPeriod) {
        return new Roll(now, newPeriod, period.dateAt(now), newPeriod ? period.startAt(now) : period.startMillis());
    }

    /** The file is rolled, or skipped because it is empty. */
    void done(Roll roll) {
        failed = false;
        if (roll.newPeriod()) {
            period.beginAt(roll.epochNanos());
        }
    }

    /** The roll failed; returns whether it is the first failure since the last roll. */
    boolean pause() {
        boolean first = !failed;
        failed = true;
        againNanos = epochNanos.getAsLong() + RETRY_NANOS;
        return first;
    }
}
