package dev.tailrace.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The tokens of one key, as one number: when the bucket will be full again, in nanoseconds since 1970 (the generic cell rate algorithm).
 * Thread-safe, lock-free.
 *
 * <p>While more than half of the tokens are there one is taken by a plain store, which is three times cheaper than a compare-and-set: of
 * several threads that take one in the same nanoseconds some may take the same. So threads that log the same at once can get somewhat more
 * than a burst; the second half is counted exactly.
 */
@SuppressWarnings("UnusedVariable") // the fields are read by their handles
final class Bucket {
    private static final VarHandle KEY;
    private static final VarHandle FULL;
    private static final VarHandle BEYOND;
    private static final VarHandle DESCRIBING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            KEY = lookup.findVarHandle(Bucket.class, "key", long.class).withInvokeExactBehavior();
            FULL = lookup.findVarHandle(Bucket.class, "full", long.class).withInvokeExactBehavior();
            BEYOND = lookup.findVarHandle(Bucket.class, "beyond", long.class).withInvokeExactBehavior();
            DESCRIBING =
                    lookup.findVarHandle(Bucket.class, "describing", int.class).withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The bucket's slot in the page of counts. */
    final int index;
    /** 0: free. */
    private long key;

    private long full;
    private long beyond;
    private int describing;
    /** The key of the slot's text. Plain: after a stale read the text is only written again. */
    long described;

    Bucket(int index) {
        this.index = index;
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

    boolean beginDescribing() {
        return DESCRIBING.compareAndSet(this, 0, 1);
    }

    void endDescribing() {
        DESCRIBING.setRelease(this, 0);
    }
}
