package dev.tailrace.engine.sink.rolling;

import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.RollingOptions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The period of the active file. Goes forward, and back only when the clock was set back. Not thread-safe. */
public final class PeriodClock {
    /** Longer than a line's time can be ahead of the clock. */
    private static final long SET_BACK_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final @Nullable Periods periods;
    private final RollingOptions options;
    private final boolean namedAtRoll;
    /** The period that the span begins with; the same as the next one unless a span has several periods. */
    private long begunMillis;

    private long startMillis;
    private long endNanos = Long.MAX_VALUE;

    /**
     * A clock with spans of several periods, or with a schedule.
     *
     * @param namedAtRoll whether a file gets its date when it is rolled: that of its span's last period, or, with a schedule, of the moment
     *     that its span begins with; else it has from its beginning the date of that
     */
    public PeriodClock(@Nullable Periods periods, RollingOptions options, boolean namedAtRoll, long millis) {
        this.periods = periods;
        this.options = options;
        this.namedAtRoll = namedAtRoll;
        begin(millis);
    }

    /** Whether a time, in nanoseconds since the epoch, is in a later period. */
    public boolean over(long epochNanos) {
        return epochNanos >= endNanos;
    }

    /**
     * Whether the current period is in the future by the present clock. After a clock was a year ahead for a moment, no period would
     * otherwise end for a year. Never where files have dates from the start: the next one could have the name of a file that the archiver is
     * working on.
     */
    public boolean isAhead(long epochNanos) {
        long startNanos = TimeUnit.MILLISECONDS.toNanos(begunMillis);
        if (!namedAtRoll || (options.datedByRoll() && moments() == null)) {
            return false;
        }
        // The first of two hours with one name belongs to a period that begins with the second.
        if (epochNanos >= startNanos - SET_BACK_NANOS) {
            return false;
        }
        long now = TimeUnit.NANOSECONDS.toMillis(epochNanos);
        CronSchedule moments = moments();
        return moments != null ? moments.upTo(now) < begunMillis : periods != null && periods.start(now) < begunMillis;
    }

    private @Nullable CronSchedule moments() {
        RollingOptions.Schedule schedule = options.schedule();
        return schedule == null ? null : schedule.moments();
    }

    /** The beginning of the period that names a file which begins at {@code epochNanos}. */
    public long startAt(long epochNanos) {
        Periods known = periods;
        return known == null ? startMillis : naming(known, TimeUnit.NANOSECONDS.toMillis(epochNanos));
    }

    private long naming(Periods known, long millis) {
        CronSchedule moments = moments();
        if (moments != null) {
            return known.start(namedAtRoll ? begin(moments, millis) : millis);
        }
        return namedAtRoll && options.interval() > 1 ? known.before(end(known, millis), 1) : known.start(millis);
    }

    private long end(Periods known, long millis) {
        return known.end(millis, options.interval(), options.modulate());
    }

    /** Whether a file that begins at this time belongs to another period: the current one is over, or rolls date the files. */
    public boolean changes(long epochNanos) {
        return over(epochNanos) || (options.datedByRoll() && !namedAtRoll && startAt(epochNanos) != startMillis);
    }

    /** The beginning of the period that names the file if it is rolled at this time. */
    public long dateAt(long epochNanos) {
        return periods != null && namedAtRoll && options.datedByRoll()
                ? periods.start(TimeUnit.NANOSECONDS.toMillis(epochNanos))
                : startMillis;
    }

    /** Switches to the period of {@code epochNanos}. */
    public void beginAt(long epochNanos) {
        begin(TimeUnit.NANOSECONDS.toMillis(epochNanos));
    }

    /** The span between two moments of a schedule. */
    private static long begin(CronSchedule moments, long millis) {
        long begin = moments.upTo(millis);
        return begin == CronSchedule.NEVER ? millis : begin;
    }

    private void begin(long millis) {
        CronSchedule moments = moments();
        if (moments != null) {
            begunMillis = begin(moments, millis);
            startMillis = periods == null ? startMillis : naming(periods, millis);
            long end = moments.after(millis);
            endNanos = end == CronSchedule.NEVER ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(end);
        } else if (periods != null) {
            begunMillis = periods.start(millis);
            startMillis = naming(periods, millis);
            endNanos = options.datedByRoll() ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(end(periods, millis));
        }
    }

    /** When the current period ends, in nanoseconds since the epoch; {@link Long#MAX_VALUE}: never by the clock. */
    public long endNanos() {
        return endNanos;
    }

    /** The beginning of the period that names the file. */
    public long startMillis() {
        return startMillis;
    }
}
