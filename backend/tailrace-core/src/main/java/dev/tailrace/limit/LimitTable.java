package dev.tailrace.limit;

import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.engine.journal.owner.LimitPage;
import dev.tailrace.layout.event.Event;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all limits of one destination: always 512. A full bucket without unreported events is no different from a new one, so the
 * next key takes its place. Keys that find no bucket share the last one. Thread-safe, lock-free, makes no garbage except for the text of a
 * key when its first event is held back.
 */
public final class LimitTable {
    private static final int PLACES = LimitPage.OTHER + 1;
    private static final int PROBES = 32;
    private static final int LEVELS = 5;
    private static final int LEVEL_STEP = 10;
    private static final String OTHER_LOGGER = "dev.tailrace";

    /** The decision about an event. */
    public enum Verdict {
        PASSES,
        /** The event is counted and must not be written. */
        HELD,
        /** The destination is closed: the event belongs to its successor. */
        CLOSED
    }

    private final LimitPage page;
    private final BooleanSupplier memoryIsShort;
    private final Bucket[] buckets = new Bucket[PLACES];
    /** Plain: a thread with a stale read looks itself. */
    private long lookedAt;

    private boolean isShort;

    /**
     * @param page counts what is held back; open
     * @param memoryIsShort whether the memory for lines that wait is three quarters full; asked once a millisecond at most, more or less
     */
    public LimitTable(LimitPage page, BooleanSupplier memoryIsShort) {
        this.page = page;
        this.memoryIsShort = memoryIsShort;
        Arrays.setAll(buckets, Bucket::new);
    }

    /**
     * The limits of a logger. For each level the first limit that covers logger and level counts; the appender's limits come first, then
     * those of the longest name. Null: the logger has no limits.
     */
    public @Nullable LoggerLimits of(String logger, List<LimitConfig> limits) {
        @Nullable LimitRule[] rules = new @Nullable LimitRule[LEVELS];
        List<LimitConfig> ordered = limits.stream()
                .filter(limit -> limit.covers(logger))
                .sorted((one, other) -> one.own() == other.own()
                        ? Integer.compare(other.logger().length(), one.logger().length())
                        : Boolean.compare(other.own(), one.own()))
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
            long former = bucket.key();
            boolean free = former == 0 || (bucket.isFull(now, capacity) && !page.isUnreported(bucket.index));
            if (free && bucket.index != LimitPage.OTHER && bucket.claim(former, key)) {
                return bucket;
            }
            if (bucket.key() == key) {
                return bucket;
            }
        }
        return buckets[LimitPage.OTHER];
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
        boolean other = bucket.index == LimitPage.OTHER;
        // Keys that share a bucket share a text, except for the level.
        long named = other ? event.level() + 1 : key;
        if (bucket.described != named && bucket.beginDescribing()) {
            try {
                describe(bucket, named, rule, event, other ? null : rule.text(event, message, arguments));
            } finally {
                bucket.endDescribing();
            }
        }
        return switch (page.hold(bucket.index, now)) {
            case HELD -> Verdict.HELD;
            case CLOSED -> Verdict.CLOSED;
            case UNCOUNTED -> Verdict.PASSES;
        };
    }

    private void describe(Bucket bucket, long named, LimitRule rule, Event event, @Nullable String text) {
        if (page.isUnreported(bucket.index)) {
            // The count belongs to another key, which had the bucket until just now.
            return;
        }
        page.describe(
                bucket.index,
                event.level(),
                text == null ? OTHER_LOGGER : event.loggerName(),
                rule.windowNanos(),
                text == null ? "other messages" : text);
        bucket.described = named;
    }

    private boolean isMemoryShort(long now) {
        if (now != lookedAt) {
            lookedAt = now;
            isShort = memoryIsShort.getAsBoolean();
        }
        return isShort;
    }
}
