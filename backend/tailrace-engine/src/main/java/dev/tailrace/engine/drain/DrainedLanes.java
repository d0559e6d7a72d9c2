package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.LaneReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that a drainer reads: those of its own process and, where lanes are shared, those of other processes, which it looks for every
 * 10 ms. Reports problems of lanes: torn frames, truncated files, stuck producers. Single-threaded.
 */
final class DrainedLanes {
    private static final long SCAN_NANOS = 10_000_000L;
    /** How long a frame stays uncommitted before it is reported. */
    private static final long STUCK_NANOS = 10_000_000_000L;

    private final Destination destination;
    private final @Nullable LaneDiscovery scan;
    private final LaneMerge merge;
    private final DrainListener listener;
    private final List<LaneReader> own = new ArrayList<>();
    private List<LaneReader> all;
    private final List<LaneReader> ahead = new ArrayList<>();
    private long lastScan;
    private volatile boolean inherited;

    /** Whether no line moves because the next frame of a lane isn't committed. */
    private boolean stuck;

    private long stuckSince;
    private boolean stuckReported;

    /**
     * @param scan null: no other process has lanes
     * @param merge chooses among all lanes
     */
    DrainedLanes(
            Destination destination,
            @Nullable LaneDiscovery scan,
            LaneMerge merge,
            DrainListener listener,
            long nanoTime) {
        this.destination = destination;
        this.scan = scan;
        this.merge = merge;
        this.listener = listener;
        for (Lane lane : destination.lanes()) {
            // A ring's file is checked before the ring is read: the rest of a truncated ring needs care.
            lane.lookForCuts();
            own.add(new LaneReader(lane));
        }
        this.all = own;
        this.lastScan = nanoTime - SCAN_NANOS;
        merge.use(all);
        if (scan != null) {
            scan.look(nanoTime);
            useFoundLanes(scan);
        }
    }

    int size() {
        return all.size();
    }

    /** The lanes with copied lines that aren't confirmed. Each call fills the same list anew. */
    List<LaneReader> ahead() {
        ahead.clear();
        for (int i = 0; i < all.size(); i++) {
            LaneReader lane = all.get(i);
            if (lane.isAhead()) {
                ahead.add(lane);
            }
        }
        return ahead;
    }

    /** Looks for lanes of other processes; between two batches only. */
    void look(long now) {
        LaneDiscovery found = scan;
        if (found != null && now - lastScan >= SCAN_NANOS) {
            lastScan = now;
            if (found.look(now)) {
                useFoundLanes(found);
            }
        }
    }

    private void useFoundLanes(LaneDiscovery found) {
        // Before ended lanes are forgotten.
        report();
        List<LaneReader> known = new ArrayList<>(own);
        known.addAll(found.readers());
        all = known;
        merge.use(known);
        inherited = found.hasDeadLanes();
    }

    /** Confirms that copied lines are in the sink: their memory can be used again. */
    void confirm() {
        for (int i = 0; i < all.size(); i++) {
            LaneReader lane = all.get(i);
            try {
                lane.confirm();
                if (!lane.isNearlyFull()) {
                    lane.tidy();
                }
            } catch (InternalError e) {
                // This lane's file was truncated. The other lanes must be confirmed all the same.
                lookForCuts(lane);
            }
        }
    }

    private boolean lookForCuts(LaneReader lane) {
        return lane.lookForCuts(file -> listener.onPutAside(
                file,
                new IOException("another program truncated it, and nothing is left of it; lines in it may be lost")));
    }

    /** Reports skipped frames and lost bytes since the last call. */
    void report() {
        long torn = 0;
        long cut = 0;
        long places = 0;
        long skipped = 0;
        for (LaneReader lane : all) {
            places += lane.takeSkippedPlaces();
            skipped += lane.takeSkippedBytes();
            torn += lane.takeTornFrames();
            cut += lane.takeCutBytes();
            IOException failure = lane.takeFailure();
            if (failure != null) {
                listener.onSpillFailure(destination, failure);
            }
        }
        if (torn > 0) {
            listener.onTorn(destination, torn);
        }
        if (cut > 0) {
            listener.onCut(destination, cut);
        }
        if (places > 0) {
            listener.onSkipped(destination, places, skipped);
        }
    }

    /** Reports, once for each frame, that no line moves because the frame stays uncommitted. {@code moved}: bytes in this step. */
    void watchUncommitted(long now, long moved) {
        boolean uncommitted = false;
        if (moved == 0) {
            for (int i = 0; i < all.size(); i++) {
                uncommitted |= all.get(i).isHeadUncommitted();
            }
        }
        if (!uncommitted) {
            stuck = false;
            stuckReported = false;
        } else if (!stuck) {
            stuck = true;
            stuckSince = now;
        } else if (!stuckReported && now - stuckSince > STUCK_NANOS) {
            stuckReported = true;
            listener.onStuckProducer(destination);
        }
    }

    int smallestCapacity() {
        int smallest = Integer.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            smallest = Math.min(smallest, all.get(i).capacity());
        }
        return smallest;
    }

    /** Whether the last scan found lanes of other processes. */
    boolean hasForeign() {
        return scan != null && !scan.isEmpty();
    }

    /** See {@link DrainAgent#hasInherited}. */
    boolean hasInherited() {
        return inherited;
    }

    /** See {@link Drainer#isSettled}. */
    boolean isSettled() {
        if (scan != null && scan.hasDead()) {
            return false;
        }
        for (LaneReader lane : all) {
            if (lane.isAhead() || (lane.backlog() != 0 && !lane.isHeadUncommitted())) {
                return false;
            }
        }
        return true;
    }

    /** See {@link Drainer#lookForCuts}. */
    boolean lookForCuts() {
        boolean cut = false;
        for (LaneReader lane : all) {
            cut |= lookForCuts(lane);
        }
        return cut;
    }

    /** Removes this process's lanes whose lines are all in the sink. */
    void discardExhausted() {
        for (LaneReader lane : own) {
            if (lane.isExhausted()) {
                lane.discard();
            }
        }
    }

    /** Stops reading; the remaining lines stay in the lanes. */
    void close() {
        if (scan != null) {
            scan.close();
        }
        own.forEach(LaneReader::close);
    }
}
