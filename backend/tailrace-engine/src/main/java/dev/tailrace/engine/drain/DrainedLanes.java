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
 * 10 ms. Reports what is met in them: torn frames, cut files, producers that are stuck. Single-threaded.
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

    /** Whether nothing moves because the next frame of a lane isn't committed. */
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
            // Nothing of a ring is read that has not been looked at: what is left of one that was cut is read with
            // care.
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

    List<LaneReader> all() {
        return all;
    }

    int size() {
        return all.size();
    }

    /** Those of which lines were copied that aren't confirmed. The list is filled anew by each call. */
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
        // Before those that are over are forgotten.
        report();
        List<LaneReader> known = new ArrayList<>(own);
        known.addAll(found.readers());
        all = known;
        merge.use(known);
    }

    /** What was copied is in the sink: its memory can be used again. */
    void confirm() {
        for (int i = 0; i < all.size(); i++) {
            LaneReader lane = all.get(i);
            try {
                lane.confirm();
                if (!lane.isNearlyFull()) {
                    lane.tidy();
                }
            } catch (InternalError e) {
                // Its file was cut. The other lanes must hear of it all the same.
                lookForCuts(lane);
            }
        }
    }

    private boolean lookForCuts(LaneReader lane) {
        return lane.lookForCuts(file -> listener.onPutAside(
                file,
                new IOException("another program truncated it, and nothing is left of it; lines in it may be lost")));
    }

    /** Reports what was stepped over and lost since the last call. */
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

    /** Reports, once for each frame, that nothing moves because it isn't committed for long. {@code moved}: bytes in this step. */
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

    /** Whether other processes have lanes, or had when they were looked for last. */
    boolean hasForeign() {
        return scan != null && !scan.isEmpty();
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

    boolean hasCut() {
        for (LaneReader lane : all) {
            if (lane.hasCut()) {
                return true;
            }
        }
        return false;
    }

    /** Removes the own lanes of which all is in the sink. */
    void discardExhausted() {
        for (LaneReader lane : own) {
            if (lane.isExhausted()) {
                lane.discard();
            }
        }
    }

    /** Reads no more; what is left stays in the lanes. */
    void close() {
        if (scan != null) {
            scan.close();
        }
        own.forEach(LaneReader::close);
    }
}
