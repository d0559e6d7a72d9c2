package dev.tailrace.engine.drain;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.owner.DropCounters;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One place that lines go to: its lanes, and the sink they are drained into. {@link #append} is for any thread.
 *
 * <p>A thread always uses the same lane, so its own lines keep their order by construction.
 */
public final class Destination {
    /** The result of appending a line. */
    public enum Outcome {
        APPENDED,
        DROPPED,
        /** The destination was shut down: the line belongs to its successor. */
        CLOSED
    }

    private final Lane[] lanes;
    private final int mask;
    private final String description;
    private final DropCounters losses;
    private final LogFigures figures;
    /** Plain fields: callers see a change through the field in which they find the destination. */
    private Overflow overflow;

    private int maxLineLength;
    /** Lines begin with a key, which must never be truncated. */
    private final boolean keyed;

    private final LongAdder cutLines = new LongAdder();
    /** Writes lines of a console in the calling thread; null for files. Set before the first caller. */
    private @Nullable ConsoleDrainer console;

    /**
     * @param lanes a power of two of them
     * @param description for messages
     * @param losses counts dropped lines
     * @param maxLineLength in bytes; longer lines are truncated
     */
    public Destination(Lane[] lanes, String description, DropCounters losses, Overflow overflow, int maxLineLength) {
        this(lanes, description, losses, overflow, maxLineLength, false);
    }

    /** {@code keyed}: whether each line begins with a key that names its file. */
    public Destination(
            Lane[] lanes,
            String description,
            DropCounters losses,
            Overflow overflow,
            int maxLineLength,
            boolean keyed) {
        if (Integer.bitCount(lanes.length) != 1) {
            throw new IllegalArgumentException("lanes are no power of two: lanes=" + lanes.length);
        }
        this.lanes = lanes;
        this.mask = lanes.length - 1;
        this.description = description;
        this.losses = losses;
        this.figures = lanes[0].figures();
        this.overflow = overflow;
        this.maxLineLength = maxLineLength;
        this.keyed = keyed;
    }

    /** A destination of other processes' lines only. Nothing may be appended. */
    public static Destination withoutLanes(String description) {
        return new Destination(description);
    }

    private Destination(String description) {
        this.lanes = new Lane[0];
        this.mask = 0;
        this.description = description;
        this.losses = DropCounters.inProcess();
        this.figures = LogFigures.unrecorded();
        this.overflow = new Overflow(Integer.MAX_VALUE, 0);
        this.maxLineLength = 0;
        this.keyed = false;
    }

    /** Appends a finished line. Waits only when the lanes are full, as {@link Overflow} says. {@code pending}: see {@link Lane#append}. */
    public Outcome append(int level, String logger, TextBuffer line, long epochNanos, PendingWord pending) {
        Lane lane = lanes[mask == 0 ? 0 : (int) Thread.currentThread().getId() & mask];
        if (line.length() <= maxLineLength && line.cutBytes() == 0) {
            ConsoleDrainer direct = console;
            if (direct != null && direct.write(line.array(), line.length())) {
                return Outcome.APPENDED;
            }
            Overflow how = overflow;
            Lane.Outcome outcome = lane.append(
                    line.array(), line.length(), epochNanos, how.patienceNanos(level), how.maxWaitNanos(), pending);
            if (outcome == Lane.Outcome.APPENDED) {
                return Outcome.APPENDED;
            }
            if (outcome != Lane.Outcome.TOO_LONG) {
                return refused(outcome, level, logger, epochNanos, how);
            }
        }
        return appendCut(lane, level, logger, line, epochNanos, pending);
    }

    /** Appends as much of a line as the lane takes. */
    private Outcome appendCut(
            Lane lane, int level, String logger, TextBuffer line, long epochNanos, PendingWord pending) {
        cutLines.increment();
        int length = maxLineLength;
        Overflow how = overflow;
        long start = System.nanoTime();
        Lane.Outcome outcome;
        do {
            byte[] cut = keyed ? TruncatedLine.ofKeyed(line, length) : TruncatedLine.of(line, length);
            if (console != null && console.write(cut, cut.length)) {
                return Outcome.APPENDED;
            }
            // The wait that is left for all attempts together.
            long left = Math.max(0, how.maxWaitNanos() - (System.nanoTime() - start));
            long patience = Math.min(how.patienceNanos(level), left);
            outcome = lane.append(cut, cut.length, epochNanos, patience, left, pending);
            length = Math.min(length, lane.maxLineLength());
        } while (outcome == Lane.Outcome.TOO_LONG);
        return outcome == Lane.Outcome.APPENDED ? Outcome.APPENDED : refused(outcome, level, logger, epochNanos, how);
    }

    /**
     * Appends a line that the caller keeps until it is taken: one that finds no room is no dropped event. A line that is too long is
     * truncated, without asking for a larger ring.
     *
     * @param waitNanos how long the call waits for room
     * @return whether the line is in a lane
     */
    public boolean offer(TextBuffer line, long epochNanos, long waitNanos, PendingWord pending) {
        Lane lane = lanes[(int) Thread.currentThread().getId() & mask];
        int most = Math.min(maxLineLength, lane.maxLineLength());
        if (line.length() <= most && line.cutBytes() == 0) {
            return lane.append(line.array(), line.length(), epochNanos, waitNanos, waitNanos, pending)
                    == Lane.Outcome.APPENDED;
        }
        byte[] cut = keyed ? TruncatedLine.ofKeyed(line, most) : TruncatedLine.of(line, most);
        return lane.append(cut, cut.length, epochNanos, waitNanos, waitNanos, pending) == Lane.Outcome.APPENDED;
    }

    private Outcome refused(Lane.Outcome outcome, int level, String logger, long epochNanos, Overflow how) {
        if (outcome == Lane.Outcome.CLOSED) {
            return Outcome.CLOSED;
        }
        losses.count(level, logger, epochNanos);
        figures.dropped(level, logger, how.patienceNanos(level) > 0);
        return Outcome.DROPPED;
    }

    /** Changes what callers do at the memory cap, and the longest line, for all calls that begin later. */
    public void limit(Overflow how, int longestLine) {
        overflow = how;
        maxLineLength = longestLine;
    }

    void writesThrough(ConsoleDrainer drainer) {
        console = drainer;
    }

    public Lane[] lanes() {
        return lanes;
    }

    /** The file's path or "console", for messages. */
    public String description() {
        return description;
    }

    public DropCounters losses() {
        return losses;
    }

    /** Counts what became of this process's lines. */
    public LogFigures figures() {
        return figures;
    }

    /**
     * The time of this process's oldest line that isn't in the sink yet, in nanoseconds since 1970; {@link Long#MAX_VALUE} when there is
     * none.
     */
    public long oldestEpochNanos() {
        long oldest = Long.MAX_VALUE;
        for (Lane lane : lanes) {
            oldest = Math.min(oldest, lane.oldestEpochNanos());
        }
        return oldest;
    }

    /** The number of lines that were truncated because no lane could take them whole. */
    public long cutLines() {
        return cutLines.sum();
    }

    /** Whether the lines in the lanes survive the end of this process. */
    public boolean outlivesProcess() {
        return losses.ownerId() != 0;
    }

    /** A number that changes when lines reach the sink: those of this process, or others that this process writes. */
    public long progress() {
        long sum = figures().bytes();
        for (Lane lane : lanes) {
            sum += lane.progress();
        }
        return sum;
    }

    /** Bytes that wait in the lanes. */
    public long backlog() {
        long sum = 0;
        for (Lane lane : lanes) {
            sum += lane.backlog();
        }
        return sum;
    }

    /** Whether all rings are ended and all that was in them is in the sink. */
    public boolean isDrained() {
        for (Lane lane : lanes) {
            if (!lane.isDrained()) {
                return false;
            }
        }
        return true;
    }

    /** Removes the files of ended rings whose lines are all in the sink. */
    public void discardDrained() {
        for (Lane lane : lanes) {
            lane.discardDrained();
        }
    }

    /** Ends all rings; the next append makes the keeper open new ones. */
    public void seal() {
        for (Lane lane : lanes) {
            lane.seal();
        }
    }

    /** Ends rings whose files another program removed; returns whether there were any. Costs a system call for each lane. */
    public boolean sealRemoved() {
        boolean removed = false;
        for (Lane lane : lanes) {
            removed |= lane.sealRemoved();
        }
        return removed;
    }

    /** Closes all lanes: later appends are refused. */
    public void close() {
        for (Lane lane : lanes) {
            lane.close();
        }
    }

    /** Reverts {@link #close}; callers wait until the keeper has made rings. */
    public void reopen() {
        for (Lane lane : lanes) {
            lane.reopen();
        }
    }

    /** Looks for rings whose files another program truncated; see {@link Lane#lookForCuts}. */
    public boolean lookForCuts() {
        boolean found = false;
        for (Lane lane : lanes) {
            found |= lane.lookForCuts();
        }
        return found;
    }

    /** Whether lines can be appended at once. */
    public boolean isOpen() {
        for (Lane lane : lanes) {
            if (!lane.isOpen()) {
                return false;
            }
        }
        return true;
    }
}
