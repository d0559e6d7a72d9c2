package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the lane whose line comes next: by time across lanes, in order within each. Since another lane may still be about to commit an
 * earlier line, a line waits for one window after it was first seen. The window is measured by the reader's own clock, not by timestamps,
 * so that a step of the wall clock delays nothing. A lane from which nothing was taken for a while comes first, whatever its times: after a
 * clock was set back, its later lines would otherwise wait until no other lane has a line.
 *
 * <p>Single-threaded.
 */
public final class LaneMerge {
    /** How long a lane may be passed over: less than a caller waits at least when a lane is full. */
    private static final long PATIENCE_NANOS = 1_000_000_000L;

    private final long windowNanos;
    private Entry[] lanes = {};
    private long seenAt;
    /** The lane chosen by time, the time, and whether the line did not have to wait for its window. */
    private @Nullable Entry chosen;

    private long chosenKey;
    private boolean chosenFreely;
    private @Nullable LaneReader damaged;

    /** A lane and how far its lines have been seen. */
    private static final class Entry {
        final LaneReader lane;
        /** Lines up to this number of read bytes have been seen for a whole window. */
        long ripe;

        long seen;
        /** Lines up to this number of read bytes go before all others. */
        long overdue;
        /** The number of read bytes at the last look, and since when it is the same. */
        long readSeen = -1;

        long readSeenAt;

        Entry(LaneReader lane) {
            this.lane = lane;
        }

        void watch(long nanoTime) {
            long read = lane.readBytes();
            if (read != readSeen || read >= ripe) {
                readSeen = read;
                readSeenAt = nanoTime;
            } else if (nanoTime - readSeenAt >= PATIENCE_NANOS) {
                overdue = seen;
            }
        }
    }

    LaneMerge(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    /** Merges these lanes from now on. */
    void use(List<LaneReader> readers) {
        Entry[] next = new Entry[readers.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = entry(readers.get(i));
        }
        lanes = next;
        chosen = null;
    }

    private Entry entry(LaneReader lane) {
        for (Entry known : lanes) {
            if (known.lane == lane) {
                return known;
            }
        }
        return new Entry(lane);
    }

    /** Notes the lines that are there now; call once at the beginning of each pass. */
    void look(long nanoTime) {
        if (lanes.length == 1 || nanoTime - seenAt < windowNanos) {
            return;
        }
        chosen = null;
        for (Entry entry : lanes) {
            entry.ripe = entry.seen;
            entry.seen = entry.lane.readBytes() + entry.lane.backlog();
            entry.watch(nanoTime);
        }
        seenAt = nanoTime;
    }

    /** The lane to read from, whose {@link LaneReader#next} found a line; null when no line may go yet. */
    @Nullable
    LaneReader choose(boolean urgent) {
        if (lanes.length == 1) {
            return found(lanes[0].lane) ? lanes[0].lane : null;
        }
        Entry before = chosen;
        if (before != null
                && found(before.lane)
                && before.lane.mergeKey() == chosenKey
                && (chosenFreely || before.lane.readBytes() < before.ripe)) {
            // The line is as early as the one before it, and no other lane was read since: no line comes first.
            return before.lane;
        }
        chosen = null;
        Entry earliest = null;
        boolean mayBeOvertaken = false;
        for (Entry entry : lanes) {
            if (!found(entry.lane)) {
                mayBeOvertaken = true;
            } else if (entry.lane.readBytes() < entry.overdue) {
                return entry.lane;
            } else if (earliest == null || entry.lane.mergeKey() < earliest.lane.mergeKey()) {
                earliest = entry;
            }
        }
        if (earliest == null) {
            return null;
        }
        LaneReader lane = earliest.lane;
        boolean freely = urgent || !mayBeOvertaken;
        if (freely || lane.readBytes() < earliest.ripe) {
            chosen = earliest;
            chosenKey = lane.mergeKey();
            chosenFreely = freely;
            return lane;
        }
        return lane.backlog() > lane.capacity() >> 1 ? lane : null;
    }

    private boolean found(LaneReader lane) {
        LaneReader.Found found = lane.next();
        if (found == LaneReader.Found.DAMAGED) {
            damaged = lane;
        }
        return found == LaneReader.Found.LINE;
    }

    /** A lane with impossible content, found by {@link #choose}; returned once. */
    @Nullable
    LaneReader takeDamaged() {
        LaneReader found = damaged;
        damaged = null;
        return found;
    }

    /** Whether lines wait only for the window to pass. */
    boolean isHolding() {
        if (lanes.length > 1) {
            for (Entry entry : lanes) {
                if (entry.lane.next() == LaneReader.Found.LINE) {
                    return true;
                }
            }
        }
        return false;
    }
}
