package dev.tailrace.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one key, as one number: when the bucket will be full again, in nanoseconds since 1970 (the generic cell rate algorithm).
 * And the number of events that found no token. Lock-free.
 *
 * <p>While more than half of the tokens are there one is taken by a plain store, which is three times cheaper than a compare-and-set: of
 * several threads that take one in the same nanoseconds some may take the same. So threads that log the same at once can get somewhat more
 * than a burst; the second half is counted exactly.
 *
 * <p>Assumption: {@link #summarise} is for one thread at a time, everything else for any thread.
 *
 * <p>Guarantees: the number of held-back events only grows, and a summary is its difference to the number of reported ones. So an event
 * that is counted while a summary is being written belongs to the next one. Once the bucket is sealed, the number is final: an event is
 * either part of it, or {@link #hold} refuses it. The times and the text of a summary are less exact: an event that is counted between two
 * windows may be shown with those of the window before.
 */
@SuppressWarnings("UnusedVariable") // the fields are read by their handles
final class Bucket {
    private static final long SEALED = 1L << 63;
    /** A bucket that is being sealed: the number of its events isn't known yet. */
    private static final long UNKNOWN = -1;
    /** A clock that is set back by more ends a window, which would otherwise last for that long. */
    private static final long BACKWARDS_NANOS = 1_000_000_000L;

    private static final VarHandle KEY;
    private static final VarHandle FULL;
    private static final VarHandle BEYOND;
    private static final VarHandle SUMS =
            MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

    /** Longs of one bucket: two cache lines, so that loud keys don't slow each other, nor the calls that look for a key or take a token. */
    static final int STRIDE = 16;

    /** The top bit: the bucket is sealed, and the rest counts for nothing. */
    private static final int HELD = 0;
    /** The number of held-back events when the bucket was sealed. */
    private static final int SEALED_AT = 1;

    private static final int REPORTED = 2;
    /** The times of a window's events, in nanoseconds since 1970. */
    private static final int FIRST = 3;

    private static final int LAST = 4;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            KEY = lookup.findVarHandle(Bucket.class, "key", long.class).withInvokeExactBehavior();
            FULL = lookup.findVarHandle(Bucket.class, "full", long.class).withInvokeExactBehavior();
            BEYOND = lookup.findVarHandle(Bucket.class, "beyond", long.class).withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The words of a summary, which an event of the key gave.
     *
     * @param named the key
     * @param level SLF4J's code
     */
    record Label(long named, int level, String logger, String text, long windowNanos) {}

    /** 0: free. */
    private long key;

    private long full;
    private long beyond;
    /** Those of all buckets. */
    private final long[] sums;
    /** Where this bucket's begin. */
    private final int at;

    private volatile @Nullable Label label;

    Bucket(long[] sums, int place) {
        this.sums = sums;
        this.at = place * STRIDE;
        sums[at + SEALED_AT] = UNKNOWN;
    }

    long key() {
        return (long) KEY.getOpaque(this);
    }

    boolean claim(long former, long fresh) {
        return KEY.compareAndSet(this, former, fresh);
    }

    /** Whether the bucket is as full as a new one; also after the clock has gone back. */
    boolean isFull(long now, long capacity) {
        long debt = (long) FULL.getOpaque(this) - now;
        return debt <= 0 || debt > capacity;
    }

    /** Takes a token; false when there is none. */
    boolean take(long now, long interval, long capacity) {
        long seen = (long) FULL.getOpaque(this);
        long next = Math.max(seen - now, 0) + interval;
        if (next <= capacity >>> 1) {
            FULL.setOpaque(this, now + next);
            return true;
        }
        return takeExactly(seen, now, interval, capacity);
    }

    private boolean takeExactly(long first, long now, long interval, long capacity) {
        long seen = first;
        while (true) {
            long debt = Math.max(seen - now, 0);
            boolean has = debt + interval <= capacity;
            if (!has && debt <= capacity) {
                return false;
            }
            // After a step of the clock backwards the bucket is empty, and fills from now on.
            if (FULL.compareAndSet(this, seen, now + (has ? debt + interval : capacity))) {
                return has;
            }
            seen = (long) FULL.getOpaque(this);
        }
    }

    /** Counts an event for which there was no token; 1 for the first. */
    long countBeyond() {
        return (long) BEYOND.getAndAdd(this, 1L) + 1;
    }

    /** Counts an event that is held back; false when the bucket is sealed. Costs one atomic addition. */
    boolean hold(long epochNanos) {
        long before = (long) SUMS.getAndAdd(sums, at + HELD, 1L);
        if (before < 0) {
            return false;
        }
        if (before == (long) SUMS.getAcquire(sums, at + REPORTED)) {
            SUMS.setOpaque(sums, at + FIRST, epochNanos);
        }
        SUMS.setOpaque(sums, at + LAST, epochNanos);
        return true;
    }

    /** The number of all events that were held back. */
    long held() {
        long now = (long) SUMS.getAcquire(sums, at + HELD);
        long known = sealedAt(now);
        return known == UNKNOWN ? now & ~SEALED : known;
    }

    private long sealedAt(long now) {
        return now >= 0 ? now : (long) SUMS.getAcquire(sums, at + SEALED_AT);
    }

    /** The number of events that are in no summary yet. */
    long unreported() {
        return held() - (long) SUMS.getAcquire(sums, at + REPORTED);
    }

    /** Counts no more events. */
    void seal() {
        long before = (long) SUMS.getAndBitwiseOr(sums, at + HELD, SEALED);
        if (before >= 0) {
            SUMS.setRelease(sums, at + SEALED_AT, before);
        }
    }

    @Nullable
    Label label() {
        return label;
    }

    /** Sets the words of the next summaries; while there are unreported events, the words are theirs. */
    void describe(Label next) {
        label = next;
    }

    /** Whether there are unreported events, and their window is over; {@code early}: windows don't count. */
    boolean isDue(long epochNanos, boolean early) {
        return isDue(sealedAt((long) SUMS.getAcquire(sums, at + HELD)), epochNanos, early);
    }

    private boolean isDue(long sum, long epochNanos, boolean early) {
        if (sum == UNKNOWN || sum == (long) SUMS.getAcquire(sums, at + REPORTED)) {
            return false;
        }
        long passed = epochNanos - first(epochNanos);
        return early || passed >= windowNanos() || passed < -BACKWARDS_NANOS;
    }

    /** The first thread that counts an event may be just about to store its time. */
    private long first(long now) {
        long known = (long) SUMS.getOpaque(sums, at + FIRST);
        return known == 0 ? now : known;
    }

    private long windowNanos() {
        Label of = label;
        return of == null ? 0 : of.windowNanos();
    }

    /**
     * Writes the summary that is due, if there is one.
     *
     * @param writer returns whether it has accepted the summary; if it hasn't, or throws, nothing changes
     * @return false when the writer hasn't accepted
     */
    boolean summarise(long epochNanos, boolean early, Predicate<LimitSummary> writer) {
        long sum = sealedAt((long) SUMS.getAcquire(sums, at + HELD));
        Label of = label;
        if (of == null || !isDue(sum, epochNanos, early)) {
            return true;
        }
        long from = first(epochNanos);
        long until = Math.max(from, (long) SUMS.getOpaque(sums, at + LAST));
        // A window that ends by itself reports its configured length; one that is ended early, its real length.
        long span = epochNanos - from >= of.windowNanos() ? of.windowNanos() : Math.max(until - from, 1_000_000);
        long count = sum - (long) SUMS.getAcquire(sums, at + REPORTED);
        if (!writer.test(new LimitSummary(of.level(), of.logger(), of.text(), count, from, until, span))) {
            return false;
        }
        // Events that were counted meanwhile are in a window that begins now.
        SUMS.setOpaque(sums, at + FIRST, epochNanos);
        SUMS.setRelease(sums, at + REPORTED, sum);
        return true;
    }
}
