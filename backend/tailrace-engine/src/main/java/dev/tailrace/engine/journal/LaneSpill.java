package dev.tailrace.engine.journal;

import dev.tailrace.engine.figures.EventRecorder.Span;
import dev.tailrace.engine.journal.ring.Ring;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves the oldest frames of a lane to disk when nothing is drained, and after that, while its reader is still at what was moved: callers
 * would have to wait until all of it is read. Then only half as much is moved as was read meanwhile, so that the reader gets to the end of
 * it however fast callers log. For one helper thread; {@link #works} is for any.
 */
final class LaneSpill {
    /** Fewer bytes are not worth a write of their own. */
    private static final int SMALLEST = 1 << 16;
    /** A disk that failed or is full is asked again after this time. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final RingFactory rings;
    /** The spill of earlier rings, until they are drained. */
    private final List<Spill> former = new ArrayList<>();
    /** Whether what is in the ring can be moved when it gets full. */
    private volatile boolean works;

    /** The time of the first frame that was moved since the reader was last not behind, in nanoseconds since 1970. */
    private volatile long oldestMoved = Long.MAX_VALUE;

    private @Nullable Spill spill;
    private @Nullable Ring spilling;
    private long failedAt;
    /** How far the reader was when it was last seen to move on, and when that was. */
    private @Nullable Ring readingSeen;

    private long consumedSeen = -1;
    private long consumedSeenAt;
    /** What showed then that the drainer was at work. */
    private long drainedSeen;
    /** Bytes that may be moved while the reader is still at what was moved before; less than 0 after a long frame. */
    private long allowed;
    /** Whether the reader was still at what was moved before when it was last looked at. */
    private boolean behind;

    LaneSpill(RingFactory rings, boolean works) {
        this.rings = rings;
        this.works = works;
    }

    /** Whether frames can be moved, as far as is known. */
    boolean works() {
        return works;
    }

    /**
     * Moves frames of {@code ring} if that is needed, and the reader has not moved on for a while or is still at what was moved before;
     * returns whether it did.
     *
     * @param reading the ring that the reader is in, this one or an earlier one
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
            // What the reader has read since a failure may be the room that was missing.
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
                // The oldest frame isn't committed: nothing can be moved.
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

    /** No frame that was moved and is not read yet is older, in nanoseconds since 1970. For any thread. */
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

    /** For a lane that is not appended to any more, all of which is drained: gives disk and file back. */
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

    /** Removes what was read; returns whether that was all. What can't be removed is tried again, and keeps nothing from being moved. */
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
        // Asked for before the time is over: only then is it known that nothing was drained from its beginning on.
        if (since < stallNanos / 4) {
            return false;
        }
        long drained = rings.drained();
        if (drained != drainedSeen) {
            // It stands still only here, for as long as others have earlier lines.
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
