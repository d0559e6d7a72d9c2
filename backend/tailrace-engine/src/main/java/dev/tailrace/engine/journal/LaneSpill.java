package dev.tailrace.engine.journal;

import dev.tailrace.engine.figures.EventRecorder.Span;
import dev.tailrace.engine.journal.ring.Ring;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves the oldest frames of a lane to disk while nothing is drained, and later while the reader is still at the moved frames: otherwise
 * callers would have to wait until these are all read. In this second phase it moves only half as many bytes as were read meanwhile, so
 * that the reader reaches the end however fast callers log. For one helper thread; {@link #works} is for any thread.
 */
final class LaneSpill {
    /** Fewer bytes are not worth a write of their own. */
    private static final int SMALLEST = 1 << 16;
    /** A disk that failed or is full is tried again after this time. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final RingFactory rings;
    /** The spill of earlier rings, until they are drained. */
    private final List<Spill> former = new ArrayList<>();
    /** Whether frames can be moved to disk when the ring gets full. */
    private volatile boolean works;

    /** The time of the first frame that was moved since the reader was last up to date, in nanoseconds since 1970. */
    private volatile long oldestMoved = Long.MAX_VALUE;

    private @Nullable Spill spill;
    private @Nullable Ring spilling;
    private long failedAt;
    /** The reader's position when it was last seen to move on, and the time of that. */
    private @Nullable Ring readingSeen;

    private long consumedSeen = -1;
    private long consumedSeenAt;
    /** The number of drained batches at that time, which shows whether the drainer works. */
    private long drainedSeen;
    /** Bytes that may be moved while the reader is still at frames moved earlier; less than 0 after a long frame. */
    private long allowed;
    /** Whether the reader was still at frames moved earlier at the last look. */
    private boolean behind;

    LaneSpill(RingFactory rings, boolean works) {
        this.rings = rings;
        this.works = works;
    }

    /** Whether moving frames is believed to work. */
    boolean works() {
        return works;
    }

    /**
     * Moves frames of {@code ring} if that is needed, and the reader stands still or is still at frames moved earlier; returns whether it
     * did.
     *
     * @param reading the reader's ring: {@code ring} or an earlier one
     * @param needed whether memory is at its cap and the ring is filling
     * @param stallNanos how long the reader must have stood still
     */
    boolean move(Ring ring, Ring reading, boolean needed, long stallNanos) {
        try {
            Spill to = spillOf(ring);
            former.removeIf(this::giveBack);
            if (to == null) {
                return false;
            }
            giveBack(to);
            long now = System.nanoTime();
            watchReader(reading, now);
            behind = reading.consumed() < reading.spilled() || ring.consumed() < ring.spilled();
            int most = ring.capacity() >>> 2;
            boolean allows = behind && allowed >= Math.min(most, SMALLEST);
            // After a failure, the reader may meanwhile have freed the missing room.
            if (!needed || (!works && !allows && now - failedAt < RETRY_NANOS)) {
                return false;
            }
            if (!allows && !standsStill(now, stallNanos)) {
                return false;
            }
            long moved = move(ring, to, allows ? Math.min(allowed, most) : most);
            if (moved < 0) {
                fail();
                return false;
            }
            works = true;
            allowed = allows ? allowed - moved : Math.max(0, allowed - moved);
            return moved > 0;
        } catch (IOException e) {
            fail();
            rings.spillFailed(e);
            return false;
        }
    }

    private long move(Ring ring, Spill to, long most) throws IOException {
        if (!behind) {
            long oldest = ring.oldestEpochNanos(ring.consumed());
            if (oldest == Long.MAX_VALUE) {
                // The oldest frame isn't committed: no frame can be moved.
                return 0;
            }
            oldestMoved = oldest;
        }
        Span span = rings.figures().beginSpill();
        long moved = 0;
        try {
            moved = to.move(most);
            return moved;
        } finally {
            rings.figures().spilled(span, moved);
        }
    }

    /** A lower bound for the times of moved frames that aren't read yet, in nanoseconds since 1970. For any thread. */
    long oldestMoved() {
        return oldestMoved;
    }

    private void fail() {
        works = false;
        failedAt = System.nanoTime();
        allowed = 0;
    }

    /** Whether {@link #move} may have something to do soon. For its thread. */
    boolean mayMove() {
        return works || behind;
    }

    /** Releases disk space and the file of a closed lane that is drained. */
    void end() {
        Spill last = spill;
        if (last != null) {
            former.add(last);
            spill = null;
            spilling = null;
        }
        former.removeIf(this::giveBack);
    }

    private @Nullable Spill spillOf(Ring ring) {
        if (spilling != ring) {
            if (spill != null) {
                former.add(spill);
            }
            spilling = ring;
            spill = rings.spill(ring);
        }
        return spill;
    }

    /**
     * Removes spill files that were read; returns whether those were all. A failed removal is tried again and doesn't keep frames from
     * being moved.
     */
    private boolean giveBack(Spill each) {
        try {
            if (each.isOver()) {
                each.discard();
                return true;
            }
            each.release();
        } catch (IOException e) {
            rings.spillFailed(e);
        }
        return false;
    }

    /** Whether neither this lane nor any other was read for a while. */
    private boolean standsStill(long now, long stallNanos) {
        long since = now - consumedSeenAt;
        // The number of drained batches is read early in the interval: only then is it certain that nothing was drained
        // since its
        // beginning.
        if (since < stallNanos / 4) {
            return false;
        }
        long drained = rings.drained();
        if (drained != drainedSeen) {
            // The reader stands still only in this lane, while other lanes have earlier lines.
            drainedSeen = drained;
            consumedSeenAt = now;
            return false;
        }
        return since >= stallNanos;
    }

    private void watchReader(Ring reading, long now) {
        long consumed = reading.consumed();
        if (reading != readingSeen || consumed != consumedSeen) {
            if (reading == readingSeen) {
                long most = reading.capacity();
                allowed = Math.min(most, allowed + Math.min(most, Math.max(0, consumed - consumedSeen) / 2));
            }
            readingSeen = reading;
            consumedSeen = consumed;
            consumedSeenAt = now;
        }
    }
}
