package dev.tailrace.runtime;

import dev.tailrace.engine.drain.DrainAgent;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The time ({@link System#nanoTime}) until which the shutdown of an engine waits for lines: the configured time; without one, 5 s after the
 * last line that reached its sink, because a machine under load is slow, not stuck. But 30 s at most, because other threads may still log.
 * For one thread.
 */
final class EndDeadline implements LongSupplier {
    /** The longest time without a line that reaches its sink. */
    static final long PAUSE_NANOS = 5_000_000_000L;

    private static final long LONGEST_NANOS = 30_000_000_000L;
    /** The time between two checks for progress, which cost time with a hundred logs. */
    private static final long LOOK_NANOS = 600_000_000L;

    private final List<DrainAgent> drainers;
    private final long last;
    private long deadline;
    private long progress;
    private long nextLook;

    /** @param configuredMillis the whole time; negative: none is configured */
    EndDeadline(List<DrainAgent> drainers, long configuredMillis) {
        long now = System.nanoTime();
        this.drainers = drainers;
        this.deadline = now + (configuredMillis < 0 ? PAUSE_NANOS : configuredMillis * 1_000_000L);
        this.last = configuredMillis < 0 ? now + LONGEST_NANOS : deadline;
        this.progress = progress();
        this.nextLook = now + LOOK_NANOS;
    }

    private long progress() {
        long sum = 0;
        for (DrainAgent drainer : drainers) {
            sum += drainer.destination().progress();
        }
        return sum;
    }

    @Override
    public long getAsLong() {
        long now = System.nanoTime();
        if (now - nextLook >= 0) {
            nextLook = now + LOOK_NANOS;
            long present = progress();
            if (present != progress) {
                progress = present;
                extend(now + Math.min(PAUSE_NANOS, last - now));
            }
        }
        return deadline;
    }

    /** Leaves at least so much time from now on. */
    void leave(long nanos) {
        extend(System.nanoTime() + nanos);
    }

    private void extend(long until) {
        deadline = until - deadline > 0 ? until : deadline;
    }
}
