package dev.tailrace.sink;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The period of the active file. Goes forward, and back only when the clock was set back. Not thread-safe. */
final class PeriodClock {
    /** More than a line's time can be ahead of the clock. */
    private static final long SET_BACK_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final @Nullable Periods periods;
    private long startMillis;
    private long endNanos = Long.MAX_VALUE;

    PeriodClock(@Nullable Periods periods, long millis) {
        this.periods = periods;
        begin(millis);
    }

    /** Whether a moment, in nanoseconds since the epoch, lies in a later period. */
    boolean over(long epochNanos) {
        return epochNanos >= endNanos;
    }

    /**
     * Whether the clock says that the current period is still to come. A clock that was a year ahead for a moment would otherwise end no
     * period for a year.
     */
    boolean isAhead(long epochNanos) {
        long startNanos = TimeUnit.MILLISECONDS.toNanos(startMillis);
        // Of two hours with one name the first belongs to a period that begins with the second.
        return periods != null
                && epochNanos < startNanos - SET_BACK_NANOS
                && periods.start(TimeUnit.NANOSECONDS.toMillis(epochNanos)) < startMillis;
    }

    /** The beginning of the period that {@code epochNanos} lies in. */
    long startAt(long epochNanos) {
        return periods == null ? startMillis : periods.start(TimeUnit.NANOSECONDS.toMillis(epochNanos));
    }

    /** From now on it is the period that {@code epochNanos} lies in. */
    void beginAt(long epochNanos) {
        begin(TimeUnit.NANOSECONDS.toMillis(epochNanos));
    }

    private void begin(long millis) {
        if (periods != null) {
            startMillis = periods.start(millis);
            endNanos = TimeUnit.MILLISECONDS.toNanos(periods.next(millis));
        }
    }

    long startMillis() {
        return startMillis;
    }
}
