package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.LaneReader;
import java.util.List;

/**
 * Lets lines that are to be compressed wait in their lanes, where they are as safe as anywhere, until there are enough for a good gzip
 * member: single lines would not get smaller. Single-threaded.
 */
final class LingerPolicy {
    /** As many bytes as a batch holds; more history than gzip looks back. */
    static final long ENOUGH_BYTES = Drainer.BATCH_BYTES;
    /** No line waits longer. */
    static final long LONGEST_NANOS = 1_000_000_000L;

    /** A producer wakes the drainer when this part of its ring is used. */
    private static final int RING_SHARE = 4;

    private boolean waiting;
    private long since;

    /** Whether lines wait for others: the shorter wait for their window is then no reason to look again soon. */
    boolean isWaiting() {
        return waiting;
    }

    /** Whether the lines in the lanes are to be written now. */
    boolean isOver(List<LaneReader> lanes, long now, boolean urgent) {
        long bytes = 0;
        boolean crowded = false;
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader lane = lanes.get(i);
            long backlog = lane.backlog();
            bytes += backlog;
            crowded |= backlog >= lane.capacity() / RING_SHARE;
        }
        if (bytes == 0) {
            waiting = false;
            // There may be frames to confirm that hold no bytes, and losses to report.
            return true;
        }
        if (!waiting) {
            waiting = true;
            since = now;
        }
        boolean over = urgent || crowded || bytes >= ENOUGH_BYTES || now - since >= LONGEST_NANOS;
        if (over) {
            waiting = false;
        }
        return over;
    }
}
