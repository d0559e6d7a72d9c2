package dev.tailrace.sink;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The period of the active file. Goes forward only. Not thread-safe. */
final class PeriodClock {
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

    /** The beginning of the period that {@code epochNanos} lies in, but never before the current one. */
    long startAt(long epochNanos) {
        return periods == null || !over(epochNanos)
                ? startMillis
                : periods.start(TimeUnit.NANOSECONDS.toMillis(epochNanos));
    }

    void begin(long millis) {
        if (periods != null) {
            startMillis = periods.start(millis);
            endNanos = TimeUnit.MILLISECONDS.toNanos(periods.next(millis));
        }
    }

    long startMillis() {
        return startMillis;
    }
}
