package dev.tailrace.journal;

import static dev.tailrace.journal.FrameDescriptor.HEADER_LENGTH;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where producers append frames: a chain of rings of which only the last takes new ones. When it gets full faster than it is drained,
 * the keeper links one of double size and seals the old.
 *
 * <p>{@link #append} is for any thread; it takes no lock, makes no garbage and no system call unless a quarter of the ring was filled
 * (one wake-up) or the lane is full (bounded waiting). {@link #tidy} and {@link #grow} are for the helper threads.
 */
public final class Lane {
    /** What became of a line. */
    public enum Outcome {
        APPENDED,
        /** The lanes are at the memory cap and full, and the caller would not wait, or not any longer. */
        FULL,
        /** Longer than {@link #longestLineLength}, and the lane can't grow enough. Cut it and try again. */
        TOO_LONG,
        /** The lane was closed. */
        CLOSED
    }

    private static final long FIRST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;
    /** How long a caller believes that the keeper will come up with a larger ring. */
    private static final long GROWTH_PATIENCE_NANOS = 1_000_000_000;

    private final int index;
    private final RingFactory rings;
    private final LaneListener listener;
    private final boolean wakeAlways;
    private final AtomicBoolean tidying = new AtomicBoolean();
    private @Nullable Ring first;
    private volatile Ring current;
    private int generation;
    /** The smallest capacity that somebody waits for. */
    private volatile int wantedCapacity;
    /** The keeper was asked for a larger ring and there is none to be had. */
    private volatile boolean atCap;

    private volatile boolean closed;

    private Lane(int index, RingFactory rings, Ring first, LaneListener listener, boolean wakeAlways) {
        this.index = index;
        this.rings = rings;
        this.listener = listener;
        this.wakeAlways = wakeAlways;
        this.first = first;
        this.current = first;
    }

    /**
     * Opens a lane whose first ring has {@code capacity} bytes, a power of two. Null when there is no memory for it.
     *
     * @param wakeAlways whether the listener is told of each frame (for a drainer that parks until there is one)
     */
    public static @Nullable Lane open(
            int index, int capacity, RingFactory rings, LaneListener listener, boolean wakeAlways) {
        Ring first = rings.make(capacity, index, 0);
        return first == null ? null : new Lane(index, rings, first, listener, wakeAlways);
    }

    /** The longest line that this lane takes: what the current ring takes, once it turned out that there is no larger one. */
    public int longestLineLength() {
        return atCap ? current.maxFrameLength() - HEADER_LENGTH : Integer.MAX_VALUE;
    }

    /**
     * Appends a line. At the memory cap it waits until {@code maxWaitNanos} have passed; 0 means not at all.
     *
     * @param line bytes from 0 to {@code length}
     */
    public Outcome append(byte[] line, int length, long epochNanos, long maxWaitNanos) {
        Ring ring = current;
        int frameLength = HEADER_LENGTH + length;
        if (frameLength <= ring.maxFrameLength()) {
            long position = ring.claim(frameLength);
            if (position >= 0) {
                fill(ring, position, line, length, epochNanos);
                return Outcome.APPENDED;
            }
        }
        return appendSlowly(line, length, epochNanos, maxWaitNanos);
    }

    private void fill(Ring ring, long position, byte[] line, int length, long epochNanos) {
        try {
            ring.write(position, line, length, epochNanos);
        } catch (Throwable e) {
            // A fault of the memory itself: say so in the frame, or the reader would wait for it.
            ring.abort(position, HEADER_LENGTH + length);
            throw e;
        }
        int quarter = ring.capacity() >>> 2;
        if (wakeAlways || (position & (quarter - 1)) + HEADER_LENGTH + length >= quarter) {
            wake(ring);
        }
    }

    /** Once in a quarter of a ring. */
    private void wake(Ring ring) {
        listener.onFrames();
        if (needsGrowth(ring)) {
            listener.onPressure();
        }
    }

    private boolean needsGrowth(Ring ring) {
        return !atCap && ring.backlog() > ring.capacity() >>> 2;
    }

    private Outcome appendSlowly(byte[] line, int length, long epochNanos, long maxWaitNanos) {
        int frameLength = HEADER_LENGTH + length;
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            Ring ring = current;
            if (frameLength > ring.maxFrameLength()) {
                int wanted = capacityFor(frameLength);
                if (wanted < 0 || (atCap && wantedCapacity >= wanted) || hasPassed(start, GROWTH_PATIENCE_NANOS)) {
                    atCap = true;
                    return closed ? Outcome.CLOSED : Outcome.TOO_LONG;
                }
                if (wantedCapacity < wanted) {
                    wantedCapacity = wanted;
                    atCap = false;
                }
            } else {
                long position = ring.claim(frameLength);
                if (position >= 0) {
                    fill(ring, position, line, length, epochNanos);
                    return Outcome.APPENDED;
                }
                long patience = atCap ? maxWaitNanos : Math.max(maxWaitNanos, GROWTH_PATIENCE_NANOS);
                if (hasPassed(start, patience)) {
                    return closed ? Outcome.CLOSED : Outcome.FULL;
                }
            }
            if (closed) {
                return Outcome.CLOSED;
            }
            listener.onFrames();
            listener.onPressure();
            pause(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        }
    }

    private static boolean hasPassed(long start, long nanos) {
        return System.nanoTime() - start >= nanos;
    }

    private void pause(long nanos) {
        // An interrupted thread would not park at all. The interrupt is the application's: it is set again.
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(this, nanos);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int capacityFor(int frameLength) {
        long wanted = Long.highestOneBit(Math.max(1, frameLength - 1)) << 4;
        return wanted > RingDescriptor.MAX_CAPACITY ? -1 : (int) wanted;
    }

    /** Clears what was consumed, so that it can be claimed again; returns the bytes cleared. For any helper thread. */
    public int tidy() {
        if (!tidying.compareAndSet(false, true)) {
            return 0;
        }
        try {
            return current.clearConsumed();
        } finally {
            tidying.set(false);
        }
    }

    /** Links a larger ring when this one runs full; returns whether it did. For the keeper only: it writes each byte of it. */
    public boolean grow() {
        Ring ring = current;
        int wanted = wantedCapacity;
        boolean reopen = ring.isSealed() && !closed;
        if (!reopen && wanted <= ring.capacity() && !needsGrowth(ring)) {
            return false;
        }
        int capacity = Math.max(wanted, reopen ? ring.capacity() : ring.capacity() << 1);
        Ring larger = capacity > 0 && capacity <= RingDescriptor.MAX_CAPACITY
                ? rings.make(capacity, index, ++generation)
                : null;
        if (larger == null) {
            atCap = true;
            return false;
        }
        // Linked before it is sealed: a producer that finds the end finds where to go on.
        ring.linkNext(larger);
        current = larger;
        ring.seal();
        listener.onFrames();
        return true;
    }

    /** Ends the lane: what was appended is still read, what comes later is refused. */
    public void close() {
        closed = true;
        current.seal();
    }

    /** The ring a reader begins with; not kept, so that its memory can be collected when it was left behind. */
    Ring takeFirst() {
        Ring ring = first;
        if (ring == null) {
            throw new IllegalStateException("lane " + index + " has a reader already");
        }
        first = null;
        return ring;
    }

    /** Ends the current ring. Whatever is appended later makes the keeper open another. */
    public void seal() {
        current.seal();
    }

    public int index() {
        return index;
    }

    /** Removes the file of a sealed ring once all of it is in its sink; gives up at {@code deadline} ({@link System#nanoTime}). */
    public void discardSealed(long deadline) {
        Ring ring = current;
        while (ring.isSealed() && deadline - System.nanoTime() > 0) {
            if (ring.backlog() == 0) {
                ring.discard();
                return;
            }
            LockSupport.parkNanos(this, FIRST_PAUSE_NANOS);
        }
    }

    /** Where the lane ends now. */
    public Mark mark() {
        Ring ring = current;
        return new Mark(ring, ring.tail());
    }

    /** A place in a lane. */
    public record Mark(Ring ring, long position) {
        /** Whether all before this place reached its sink. */
        public boolean isReached() {
            return ring.consumed() >= position;
        }
    }

    /** Whether the lane is ended and all of it is in its sink. */
    public boolean isDrained() {
        Ring ring = current;
        return ring.isSealed() && ring.backlog() == 0;
    }

    /** Bytes appended and not yet in the sink, in the current ring. */
    public long backlog() {
        return current.backlog();
    }
}
