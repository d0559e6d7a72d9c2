package dev.tailrace.drain;

import dev.tailrace.journal.Lane;
import dev.tailrace.journal.LaneReader;
import dev.tailrace.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The single reader of a destination's lanes: gathers lines into a batch, writes it, and only then confirms it to the lanes. An agent
 * that is stepped by {@link #doWork}; single-threaded.
 *
 * <p>When the sink fails, the batch stays as it is and is written on from the exact byte where it failed, after a pause that grows from
 * {@value #FIRST_RETRY_MILLIS} ms to {@value #LONGEST_RETRY_MILLIS} ms; the lanes buffer meanwhile.
 */
public final class Drainer {
    static final long FIRST_RETRY_MILLIS = 50;
    static final long LONGEST_RETRY_MILLIS = 5_000;
    private static final long STUCK_NANOS = 10_000_000_000L;
    private static final long TICK_NANOS = 100_000_000L;
    /** A batch of this size is written: it fits into a core's second-level cache, and a larger one saves no more system calls. */
    private static final int BATCH_BYTES = 1 << 18;
    /** Batches in one step, so that the destinations of a thread take turns. */
    private static final int BATCHES_PER_STEP = 16;

    private final Destination destination;
    private final Sink sink;
    private final LaneReader[] lanes;
    private final LaneMerge merge;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final DrainListener listener;
    private ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);
    private Losses.@Nullable Report lossesInBatch;
    private long lastTick;
    private long uncommittedSince;
    private boolean uncommittedReported;
    /** The batch is being written; what of it is left stands between position and limit. */
    private boolean writing;

    private long failedAt;
    private long retryAt;
    private int retries;

    public Drainer(
            Destination destination,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener) {
        this.destination = destination;
        this.sink = destination.sink();
        Lane[] from = destination.lanes();
        this.lanes = new LaneReader[from.length];
        for (int i = 0; i < from.length; i++) {
            lanes[i] = new LaneReader(from[i]);
        }
        this.merge = new LaneMerge(lanes, windowNanos);
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.listener = listener;
        this.lastTick = nanoTime.getAsLong();
    }

    public Destination destination() {
        return destination;
    }

    /**
     * Moves what is there to the sink; returns the number of bytes moved. {@code urgent}: lines don't wait for others that may be
     * earlier.
     */
    public long doWork(boolean urgent) {
        long now = nanoTime.getAsLong();
        if (retries != 0 && now - retryAt < 0 && !(urgent && now - failedAt >= FIRST_RETRY_MILLIS * 1_000_000)) {
            return 0;
        }
        long moved = 0;
        try {
            moved += finishBatch();
            merge.look(now);
            for (int i = 0; i < BATCHES_PER_STEP; i++) {
                long bytes = gather(urgent) + finishBatch();
                if (bytes == 0) {
                    break;
                }
                moved += bytes;
            }
            if (now - lastTick >= TICK_NANOS) {
                lastTick = now;
                sink.tick(epochNanos.getAsLong());
            }
            retries = 0;
        } catch (IOException e) {
            // The sink has told of it; nothing is lost, the lanes buffer until it works again.
            long pause = Math.min(FIRST_RETRY_MILLIS << Math.min(retries++, 10), LONGEST_RETRY_MILLIS);
            failedAt = nanoTime.getAsLong();
            retryAt = failedAt + pause * 1_000_000;
        }
        watchUncommitted(now, moved);
        return moved;
    }

    /** Fills the batch; returns the bytes that were written meanwhile because it got full or the file was rolled. */
    private long gather(boolean urgent) throws IOException {
        long written = 0;
        addLossReport();
        while (batch.position() < BATCH_BYTES) {
            LaneReader lane = merge.choose(urgent);
            if (lane == null) {
                giveUpDamaged();
                break;
            }
            if (sink.fit(lane.epochNanos(), batch.position()) == Sink.Fit.ROLLS_FIRST) {
                written += finishBatch();
                sink.roll(lane.epochNanos());
            }
            if (lane.lineLength() > batch.remaining()) {
                written += finishBatch();
                ensureRoom(lane.lineLength());
            }
            lane.copyLine(batch);
        }
        return written;
    }

    private void ensureRoom(int length) {
        if (length > batch.capacity()) {
            // Rare, and kept: the next long line needs it again.
            batch = ByteBuffer.allocateDirect(Integer.highestOneBit(length - 1) << 1);
        }
    }

    private void addLossReport() {
        Losses.Report report = destination.losses().unreported();
        if (report != null) {
            try {
                ByteBuffer line = listener.lossLine(destination, report);
                ensureRoom(line.remaining());
                batch.put(line);
                lossesInBatch = report;
            } catch (RuntimeException e) {
                // The counters keep them; a report that can't be formatted must not stop the lines.
                destination.losses().reported(report);
                listener.onError(e);
            }
        }
    }

    private void giveUpDamaged() {
        LaneReader damaged = merge.takeDamaged();
        if (damaged != null) {
            listener.onDamage(destination, damaged.abandonRing());
        }
    }

    /** Writes what was gathered, or what a failure left of it; returns the bytes of it. */
    private long finishBatch() throws IOException {
        if (!writing) {
            if (batch.position() == 0) {
                // There may be frames without lines, or rings without frames, to be done with.
                confirmLanes();
                return 0;
            }
            batch.flip();
            writing = true;
        }
        while (batch.hasRemaining()) {
            sink.write(batch);
        }
        long bytes = batch.limit();
        writing = false;
        batch.clear();
        confirmLanes();
        if (lossesInBatch != null) {
            destination.losses().reported(lossesInBatch);
            lossesInBatch = null;
        }
        return bytes;
    }

    private void confirmLanes() {
        for (LaneReader lane : lanes) {
            lane.confirm();
            lane.tidy();
        }
    }

    private void watchUncommitted(long now, long moved) {
        boolean uncommitted = false;
        if (moved == 0) {
            for (LaneReader lane : lanes) {
                uncommitted |= lane.isHeadUncommitted();
            }
        }
        if (!uncommitted) {
            uncommittedSince = now;
            uncommittedReported = false;
        } else if (!uncommittedReported && now - uncommittedSince > STUCK_NANOS) {
            uncommittedReported = true;
            listener.onStuckProducer(destination);
        }
    }

    /** Whether lines wait only for their window: the loop should come back soon. */
    boolean isHolding() {
        return !writing && merge.isHolding();
    }

    /** The smallest ring of the lanes, in bytes. */
    int smallestCapacity() {
        int smallest = Integer.MAX_VALUE;
        for (LaneReader lane : lanes) {
            smallest = Math.min(smallest, lane.capacity());
        }
        return smallest;
    }

    /** Whether the destination is closed and all of it is in the sink. Only for the drain thread, or after its end. */
    private boolean isExhausted() {
        for (LaneReader lane : lanes) {
            if (!lane.isExhausted()) {
                return false;
            }
        }
        return !writing;
    }

    /** Closes the sink, and removes the lanes if all of them is in the sink. */
    public void close() throws IOException {
        if (isExhausted()) {
            for (LaneReader lane : lanes) {
                lane.discard();
            }
        }
        sink.close();
    }
}
