package dev.tailrace.limit;

import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.layout.event.Event;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all limits of one destination: always {@value #PLACES}. A full bucket without unreported events is no different from a new
 * one, so the next key takes its place. Keys that find no bucket share the last one. Lock-free; a call makes no garbage except for the text
 * of a key when its first event of a window is held back.
 *
 * <p>Assumptions: any thread calls {@link LoggerLimits#check}, {@link #total}, {@link #isDue} and {@link #close}; {@link #summarise} is for
 * one thread at a time. The sums are on this process's heap: where it is killed, those of windows that aren't over go with it.
 *
 * <p>Guarantees: each event that is {@link Verdict#HELD} is in exactly one summary that the writer has accepted, or is still unreported.
 * Once the table is closed, no further event is held back, {@link #summarise} doesn't wait for windows any more, and after it has returned
 * true {@link #unreported} stays 0. So a table can be replaced by another one while threads log: close it, write its last summaries,
 * and let events that find it closed go to the new one.
 */
public final class LimitTable {
    private static final int PLACES = 512;
    private static final int OTHER = PLACES - 1;
    private static final int PROBES = 32;
    private static final int LEVELS = 5;
    private static final int LEVEL_STEP = 10;
    private static final String OTHER_LOGGER = "dev.tailrace";

    /** The decision about an event. */
    public enum Verdict {
        PASSES,
        /** The event is counted and must not be written. */
        HELD,
        /** The table is closed: the event belongs to its successor. */
        CLOSED
    }

    private final long former;
    private final BooleanSupplier memoryIsShort;
    private final Bucket[] buckets = new Bucket[PLACES];
    private final Bucket other;
    /** Plain: a thread with a stale read looks itself. */
    private long lookedAt;

    private boolean isShort;
    /** All buckets are sealed. */
    private volatile boolean closed;
    /** Events beyond a limit are written, since there is no successor. */
    private volatile boolean open;

    /**
     * @param former the number of events that the destination's former tables held back
     * @param memoryIsShort whether the memory for lines that wait is three quarters full; asked once a millisecond at most, more or less
     */
    public LimitTable(long former, BooleanSupplier memoryIsShort) {
        this.former = former;
        this.memoryIsShort = memoryIsShort;
        long[] sums = new long[PLACES * Bucket.STRIDE];
        Arrays.setAll(buckets, place -> new Bucket(sums, place));
        this.other = buckets[OTHER];
    }

    /**
     * The limits of a logger. For each level the first limit that covers it counts: those of the last scope come first, then those of the
     * longest name. Null: no level has a limit.
     *
     * @param limits that cover the logger
     */
    public @Nullable LoggerLimits of(List<LimitConfig> limits) {
        @Nullable LimitRule[] rules = new @Nullable LimitRule[LEVELS];
        List<LimitConfig> ordered = limits.stream()
                .sorted((one, other) -> one.scope() == other.scope()
                        ? Integer.compare(other.logger().length(), one.logger().length())
                        : other.scope().compareTo(one.scope()))
                .toList();
        for (int place = 0; place < LEVELS; place++) {
            int code = place * LEVEL_STEP;
            rules[place] = ordered.stream()
                    .filter(limit -> code <= limit.highest().code())
                    .findFirst()
                    .map(LimitRule::of)
                    .orElse(null);
        }
        return Arrays.stream(rules).allMatch(rule -> rule == null) ? null : new LoggerLimits(this, rules);
    }

    Verdict check(LimitRule rule, Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        long key = rule.key(event, message, arguments);
        if (key == 0) {
            return Verdict.PASSES;
        }
        long now = event.epochNanos();
        Bucket bucket = buckets[place(key)];
        if (bucket.key() != key) {
            bucket = find(key, now, rule.capacityNanos());
        }
        return bucket.take(now, rule.intervalNanos(), rule.capacityNanos())
                ? Verdict.PASSES
                : beyond(bucket, key, now, rule, event, message, arguments);
    }

    private static int place(long key) {
        return (int) (key >>> 48) & PLACES - 1;
    }

    private Bucket find(long key, long now, long capacity) {
        int first = place(key);
        for (int i = 0; i < PROBES; i++) {
            Bucket bucket = buckets[first + i & PLACES - 1];
            if (bucket.key() == key) {
                return bucket;
            }
        }
        for (int i = 0; i < PROBES; i++) {
            Bucket bucket = buckets[first + i & PLACES - 1];
            long before = bucket.key();
            boolean free = before == 0 || (bucket.isFull(now, capacity) && bucket.unreported() == 0);
            if (free && bucket != other && bucket.claim(before, key)) {
                return bucket;
            }
            if (bucket.key() == key) {
                return bucket;
            }
        }
        return other;
    }

    private Verdict beyond(
            Bucket bucket,
            long key,
            long now,
            LimitRule rule,
            Event event,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments) {
        if (rule.protect() && !isMemoryShort(now)) {
            return Verdict.PASSES;
        }
        if (rule.sample() != 0 && bucket.countBeyond() % rule.sample() == 0) {
            return Verdict.PASSES;
        }
        describe(bucket, key, rule, event, message, arguments);
        return bucket.hold(now) ? Verdict.HELD : open ? Verdict.PASSES : Verdict.CLOSED;
    }

    /** Sets the text of a summary; several threads may do so for the same event, and any of their texts is right. */
    private void describe(
            Bucket bucket,
            long key,
            LimitRule rule,
            Event event,
            @Nullable String message,
            @Nullable Object @Nullable [] arguments) {
        // Keys that share a bucket share a text, except for the level.
        long named = bucket == other ? event.level() + 1 : key;
        Bucket.Label known = bucket.label();
        if ((known != null && known.named() == named) || bucket.unreported() != 0) {
            // Or the count belongs to another key, which had the bucket until just now.
            return;
        }
        bucket.describe(
                bucket == other
                        ? new Bucket.Label(named, event.level(), OTHER_LOGGER, "other messages", rule.windowNanos())
                        : new Bucket.Label(
                                named,
                                event.level(),
                                event.loggerName(),
                                rule.text(event, message, arguments),
                                rule.windowNanos()));
    }

    private boolean isMemoryShort(long now) {
        if (now != lookedAt) {
            lookedAt = now;
            isShort = memoryIsShort.getAsBoolean();
        }
        return isShort;
    }

    /** The number of all events that were held back here and by the former tables; only grows. */
    public long total() {
        long sum = former;
        for (Bucket bucket : buckets) {
            sum += bucket.held();
        }
        return sum;
    }

    /** Whether a summary is due. Takes no lock and makes no garbage. */
    public boolean isDue(long epochNanos) {
        boolean early = closed;
        for (Bucket bucket : buckets) {
            if (bucket.isDue(epochNanos, early)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes the summaries that are due, up to the first that isn't accepted. Allocates for each summary, of which there are at most
     * {@value #PLACES} in a window.
     *
     * @param writer returns whether it has accepted the summary; otherwise the summary is due again
     * @return whether all were accepted
     */
    public boolean summarise(long epochNanos, Predicate<LimitSummary> writer) {
        boolean early = closed;
        for (Bucket bucket : buckets) {
            if (!bucket.summarise(epochNanos, early, writer)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Holds nothing back any more.
     *
     * @param successor whether events beyond a limit belong to a successor; otherwise they are written
     */
    public void close(boolean successor) {
        if (!successor) {
            open = true;
        }
        for (Bucket bucket : buckets) {
            bucket.seal();
        }
        closed = true;
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return closed;
    }

    /** The number of held-back events that are in no summary. */
    public long unreported() {
        long count = 0;
        for (Bucket bucket : buckets) {
            count += bucket.unreported();
        }
        return count;
    }
}
