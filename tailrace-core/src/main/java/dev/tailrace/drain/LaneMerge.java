package dev.tailrace.drain;

import dev.tailrace.journal.LaneReader;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the lane whose line comes next: by time across lanes, in order within each. Since another lane may still be about to commit
 * an earlier line, a line waits until it was first seen a window ago. That is measured by the reader's own clock, not by timestamps, so
 * that a step of the wall clock holds nothing up.
 *
 * <p>Single-threaded.
 */
final class LaneMerge {
    private final LaneReader[] lanes;
    private final long windowNanos;
    /** Bytes read from each lane up to which lines have been seen for a window. */
    private final long[] ripe;

    private final long[] seen;
    private long seenAt;
    private boolean damaged;
    private @Nullable LaneReader damagedLane;

    LaneMerge(LaneReader[] lanes, long windowNanos) {
        this.lanes = lanes;
        this.windowNanos = windowNanos;
        this.ripe = new long[lanes.length];
        this.seen = new long[lanes.length];
    }

    /** Notes what is there now; call once at the beginning of each pass. */
    void look(long nanoTime) {
        if (lanes.length == 1 || nanoTime - seenAt < windowNanos) {
            return;
        }
        for (int i = 0; i < lanes.length; i++) {
            ripe[i] = seen[i];
            seen[i] = lanes[i].readBytes() + lanes[i].backlog();
        }
        seenAt = nanoTime;
    }

    /** The lane to read from, whose {@link LaneReader#next} found a line; null when there is none that may go yet. */
    @Nullable
    LaneReader choose(boolean urgent) {
        if (lanes.length == 1) {
            return found(lanes[0]) ? lanes[0] : null;
        }
        LaneReader earliest = null;
        int index = 0;
        boolean mayBeOvertaken = false;
        for (int i = 0; i < lanes.length; i++) {
            LaneReader lane = lanes[i];
            if (!found(lane)) {
                mayBeOvertaken = true;
            } else if (earliest == null || lane.mergeKey() < earliest.mergeKey()) {
                earliest = lane;
                index = i;
            }
        }
        if (earliest == null || urgent || !mayBeOvertaken) {
            return earliest;
        }
        boolean isRipe = earliest.readBytes() < ripe[index];
        return isRipe || earliest.backlog() > earliest.capacity() >> 1 ? earliest : null;
    }

    private boolean found(LaneReader lane) {
        LaneReader.Found found = lane.next();
        if (found == LaneReader.Found.DAMAGED) {
            damaged = true;
            damagedLane = lane;
        }
        return found == LaneReader.Found.LINE;
    }

    /** A lane whose content can't be, found by {@link #choose}; asked for once. */
    @Nullable
    LaneReader takeDamaged() {
        if (!damaged) {
            return null;
        }
        damaged = false;
        return damagedLane;
    }

    /** Whether lines wait only for the window to pass. */
    boolean isHolding() {
        if (lanes.length > 1) {
            for (LaneReader lane : lanes) {
                if (lane.next() == LaneReader.Found.LINE) {
                    return true;
                }
            }
        }
        return false;
    }
}
