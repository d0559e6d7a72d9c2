package dev.tailrace.engine.drain;

import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.figures.EventRecorder.Span;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The single reader of a destination's lanes: this process's and, where lanes are shared, those of all others. Gathers lines into a batch,
 * notes the intent, writes the batch, and only then confirms it to the lanes. {@link #doWork} is one step; single-threaded.
 *
 * <p>When the sink fails, the batch stays as it is; writing continues at the exact byte where it failed, after a pause that grows from
 * {@value #FIRST_RETRY_MILLIS} ms to {@value #LONGEST_RETRY_MILLIS} ms; the lanes buffer meanwhile.
 */
public final class Drainer implements DrainAgent {
    static final long FIRST_RETRY_MILLIS = 50;
    /** Room that becomes free on a full disk is for the log, before other programs take it. */
    static final long LONGEST_RETRY_MILLIS = 200;
    /** A batch of this size is written: it fits into a core's second-level cache, and a larger one saves no more system calls. */
    public static final int BATCH_BYTES = 1 << 18;

    private static final long TICK_NANOS = 100_000_000L;
    /** How far a line's time may be ahead of this process's clock. */
    private static final long FUTURE_NANOS = 60_000_000_000L;
    /** How often other processes' lanes are polled: they can't wake this process. */
    private static final long FOREIGN_NANOS = 20_000_000L;
    /** How long lines wait behind a line that is longer than a batch and finds no memory. */
    private static final long ROOM_NANOS = 5_000_000_000L;
    /** Batches in one step, so that the destinations of a thread take turns. */
    private static final int BATCHES_PER_STEP = 16;
    /** Time limit of a step where lines change between files: their batches are many, and hardly ever full. */
    private static final long KEYED_STEP_NANOS = 20_000_000L;

    private final Destination destination;
    private final Sink sink;
    private final Batch batch;
    /** {@link Batch#size}, which each line asks for. */
    private final int batchBytes;

    private final LaneMerge merge;
    private final DrainedLanes lanes;
    private final BatchWriter writer;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final DrainListener listener;
    private final BatchLosses losses;
    private final LogFigures figures;
    /** How many of the sink's rollovers are counted. */
    private long rollsCounted;

    private long lastTick;
    /** Null: the sink is one file. */
    private final @Nullable KeyedLines keyed;
    /** Since when a long line has found no room; 0: there is no such line. */
    private long noRoomSince;

    private boolean hasMore;
    private boolean widens = true;
    private long stepBegan;
    private final Failures failures = new Failures(FIRST_RETRY_MILLIS, LONGEST_RETRY_MILLIS);

    /** Drains lanes that no other process sees. */
    public Drainer(
            Destination destination,
            Sink sink,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener) {
        this(destination, sink, new PrivateBatch(BATCH_BYTES), null, windowNanos, nanoTime, epochNanos, listener);
    }

    public Drainer(
            Destination destination,
            Sink sink,
            Batch batch,
            @Nullable LaneDiscovery scan,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener) {
        this.destination = destination;
        this.sink = sink;
        this.figures = destination.figures();
        this.batch = batch;
        this.batchBytes = batch.size();
        this.losses = new BatchLosses(destination, scan, listener);
        this.merge = new LaneMerge(windowNanos);
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.listener = listener;
        this.lastTick = nanoTime.getAsLong();
        this.keyed = sink instanceof RoutedSink routed ? new KeyedLines(routed) : null;
        this.lanes = new DrainedLanes(destination, scan, merge, listener, lastTick);
        this.writer = new BatchWriter(batch, sink, lanes, losses, nanoTime, figures);
    }

    @Override
    public Destination destination() {
        return destination;
    }

    @Override
    public long doWork(boolean urgent) {
        long now = nanoTime.getAsLong();
        if (failures.isPausing(now, urgent)) {
            hasMore = false;
            return 0;
        }
        long moved = 0;
        hasMore = false;
        stepBegan = now;
        try {
            moved += finishBatch();
            lanes.look(now);
            merge.look(now);
            for (int i = 0; i < BATCHES_PER_STEP; i++) {
                long bytes = gather(urgent) + finishBatch();
                if (bytes == 0) {
                    break;
                }
                moved += bytes;
                hasMore = i == BATCHES_PER_STEP - 1 || isLongKeyedStep();
                if (hasMore) {
                    break;
                }
            }
            if (now - lastTick >= TICK_NANOS) {
                lastTick = now;
                tick(epochNanos.getAsLong());
                lanes.report();
            }
            failures.clear();
        } catch (IOException | UncheckedIOException e) {
            // The sink has reported the error; nothing is lost, the lanes buffer until the sink works again.
            hasMore = false;
            failures.count(nanoTime.getAsLong());
        }
        lanes.watchUncommitted(now, moved);
        return moved;
    }

    private long finishBatch() throws IOException {
        return writer.finish(failures.any());
    }

    /** Rolls. A rollover that the sink finds due only while it checks is counted and recorded, without its duration. */
    private void roll(long time) throws IOException {
        Span roll = figures.beginRoll();
        try {
            sink.roll(time);
        } finally {
            countRolls(roll);
        }
    }

    private void tick(long clock) throws IOException {
        try {
            sink.tick(clock);
        } finally {
            if (sink.rolls() != rollsCounted) {
                countRolls(null);
            }
        }
    }

    private void countRolls(@Nullable Span roll) {
        long rolls = sink.rolls();
        figures.rolled(roll, rolls - rollsCounted);
        rollsCounted = rolls;
    }

    /**
     * Fills the batch. When the batch is full or the file has to be rolled, the batch is written at once; returns the number of bytes
     * written that way.
     */
    private long gather(boolean urgent) throws IOException {
        long written = 0;
        // A time in the future, from a wrong clock or a damaged lane, must not end all periods until then.
        long latest = epochNanos.getAsLong() + FUTURE_NANOS;
        losses.addTo(batch, keyed);
        ByteBuffer buffer = batch.buffer();
        while (buffer.position() < batchBytes && written < batchBytes) {
            LaneReader lane = merge.choose(urgent);
            if (lane == null) {
                giveUpDamaged();
                break;
            }
            if (keyed != null && !keyed.isHere(lane)) {
                written += finishBatch();
                if (written != 0 && isLongKeyedStep()) {
                    break;
                }
                keyed.turn();
                buffer = batch.buffer();
            }
            long time = lane.epochNanos() > latest ? latest - FUTURE_NANOS : lane.epochNanos();
            if (sink.fit(time, buffer.position()) == Sink.Fit.ROLLS_FIRST) {
                written += finishBatch();
                roll(time);
                buffer = batch.buffer();
            }
            int room = Math.min(buffer.capacity(), batchBytes) - buffer.position();
            boolean full = lane.lineLength() > room;
            if (full || isFull(lane)) {
                written += finishBatch();
                if (full) {
                    widen(buffer.capacity());
                }
                if (!hasRoom(lane.lineLength())) {
                    buffer = batch.buffer();
                    copyCut(lane, buffer);
                    writer.joined();
                    continue;
                }
                buffer = batch.buffer();
            }
            int start = buffer.position();
            lane.copyLine(buffer);
            writer.joined();
            KeyedLines.strip(keyed, buffer, start);
        }
        return written;
    }

    /** Makes more room for batches that don't fit: most logs write little, and their memory stays small. */
    private void widen(int capacity) {
        if (capacity < batchBytes && widens) {
            try {
                batch.ensureRoom(Math.min(batchBytes, capacity * 4));
            } catch (IOException e) {
                // No room: batches stay small in this term.
                widens = false;
            }
        }
    }

    /** Whether the batch already has lines of as many lanes as it can note, and {@code next} is another lane. */
    private boolean isFull(LaneReader next) {
        int most = batch.maxLanes();
        return lanes.size() > most && !next.isAhead() && lanes.ahead().size() >= most;
    }

    private boolean isLongKeyedStep() {
        return keyed != null && nanoTime.getAsLong() - stepBegan >= KEYED_STEP_NANOS;
    }

    /**
     * Makes room for a line that is longer than a batch; false when there has been no room for so long that the line has to be truncated.
     *
     * @throws IOException when there is no room just now
     */
    private boolean hasRoom(int length) throws IOException {
        try {
            batch.ensureRoom(length);
            noRoomSince = 0;
            return true;
        } catch (IOException e) {
            long now = nanoTime.getAsLong();
            if (noRoomSince == 0) {
                noRoomSince = now == 0 ? 1 : now;
                listener.onNoRoom(destination, length, e);
            }
            if (now - noRoomSince < ROOM_NANOS) {
                throw e;
            }
            return false;
        }
    }

    /** Truncates the line: all lines behind it would wait for room that may never come. */
    private void copyCut(LaneReader lane, ByteBuffer into) {
        byte[] line = new byte[lane.lineLength()];
        lane.copyLine(ByteBuffer.wrap(line));
        if (keyed != null) {
            line = Arrays.copyOfRange(line, KeyedLines.keyLength(line, line.length), line.length);
        }
        into.put(TruncatedLine.of(line, line.length, line.length, into.remaining()));
    }

    private void giveUpDamaged() {
        LaneReader damaged = merge.takeDamaged();
        if (damaged != null) {
            // The lane may only seem damaged because its file was truncated.
            MemoryFault.raise();
            if (damaged.isCutUnseen()) {
                throw new InternalError("the file was cut");
            }
            listener.onDamage(destination, damaged.abandonRing());
        }
    }

    @Override
    public boolean hasMore() {
        return hasMore;
    }

    @Override
    public boolean isHolding() {
        return !writer.isWriting() && merge.isHolding();
    }

    @Override
    public int smallestCapacity() {
        return lanes.smallestCapacity();
    }

    @Override
    public long longestSleepNanos() {
        return lanes.hasForeign() ? FOREIGN_NANOS : Long.MAX_VALUE;
    }

    /**
     * Whether nothing is left to be drained, written or reported, except frames of live processes that aren't committed yet. For the drain
     * thread.
     */
    public boolean isSettled() {
        return !writer.isWriting() && batch.buffer().position() == 0 && lanes.isSettled();
    }

    @Override
    public boolean hasInherited() {
        return lanes.hasInherited();
    }

    /**
     * Looks for mapped files that were truncated: access to the missing part fails. Foreign rings that are empty now are put aside. Returns
     * whether there were any truncated files; then this drainer is of no more use. Costs a system call for each file.
     */
    public boolean lookForCuts() {
        boolean spoilt = batch.isSpoilt();
        return lanes.lookForCuts() || spoilt;
    }

    @Override
    public boolean isFinished() {
        return !writer.isWriting() && sink.isFinished();
    }

    /** Whether a batch is being written: a part of its bytes is in the file, the rest isn't. */
    public boolean isWriting() {
        return writer.isWriting();
    }

    /** See {@link Batch#isSpoilt}. */
    public boolean isSpoilt() {
        return batch.isSpoilt();
    }

    /** Ends this drainer's term: the next drainer finds the batch that was under way. */
    public void resign() throws IOException {
        lanes.close();
        sink.close();
    }

    /** Closes the sink, and removes this process's lanes if all their lines are in the sink. */
    @Override
    public void close() throws IOException {
        if (!writer.isWriting()) {
            lanes.discardExhausted();
        }
        resign();
    }
}
