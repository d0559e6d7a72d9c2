package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.LaneScan;
import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The single reader of a destination's lanes, those of this process and, where lanes are shared, those of all others: gathers lines
 * into a batch, notes what it is about to do, writes it, and only then confirms it to the lanes. An agent that is stepped by {@link
 * #doWork}; single-threaded.
 *
 * <p>When the sink fails, the batch stays as it is and is written on from the exact byte where it failed, after a pause that grows from
 * {@value #FIRST_RETRY_MILLIS} ms to {@value #LONGEST_RETRY_MILLIS} ms; the lanes buffer meanwhile.
 */
public final class Drainer implements DrainAgent {
    static final long FIRST_RETRY_MILLIS = 50;
    static final long LONGEST_RETRY_MILLIS = 5_000;
    /** A batch of this size is written: it fits into a core's second-level cache, and a larger one saves no more system calls. */
    public static final int BATCH_BYTES = 1 << 18;

    private static final long TICK_NANOS = 100_000_000L;
    private static final long SCAN_NANOS = 10_000_000L;
    /** How far ahead of this process's clock a line's time may be. */
    private static final long FUTURE_NANOS = 60_000_000_000L;
    /** How often others' lanes are looked at: they can't wake this process. */
    private static final long FOREIGN_NANOS = 20_000_000L;
    /** How long lines wait for one that is longer than a batch and finds no memory. */
    private static final long ROOM_NANOS = 5_000_000_000L;
    /** Batches in one step, so that the destinations of a thread take turns. */
    private static final int BATCHES_PER_STEP = 16;
    /** The same where lines change between files: their batches are many, and hardly ever full. */
    private static final long SIFTING_NANOS = 20_000_000L;

    private static final long RAISE_NANOS = 1_000_000L;

    private final Destination destination;
    private final Sink sink;
    private final Batch batch;
    private final @Nullable LaneScan scan;
    /** Null where lines are written as soon as they are there. */
    private final @Nullable Ripening ripening;

    private final List<LaneReader> own = new ArrayList<>();
    private List<LaneReader> lanes;
    private final LaneMerge merge;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final DrainListener listener;
    private final List<LaneReader> ahead = new ArrayList<>();
    private final BatchLosses losses;
    private long lastTick;
    private long lastScan;
    private final StuckWatch stuck = new StuckWatch();
    /** Null: the sink is one file. */
    private final @Nullable SiftedLines sifted;
    /** The batch is being written; what of it is left stands between position and limit. */
    private boolean writing;

    /** Since when a long line finds no room; 0: it isn't so. */
    private long noRoomSince;

    private boolean hasMore;
    private long stepBegan;

    private long raisedAt;
    private long failedAt;
    private long retryAt;
    private int retries;

    /** Drains lanes that no other process sees. */
    public Drainer(
            Destination destination,
            Sink sink,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener) {
        this(destination, sink, new PrivateBatch(), null, windowNanos, nanoTime, epochNanos, listener);
    }

    public Drainer(
            Destination destination,
            Sink sink,
            Batch batch,
            @Nullable LaneScan scan,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener) {
        this.destination = destination;
        this.sink = sink;
        BatchCompressor compressor = sink.compressor();
        this.batch = compressor == null ? batch : new MemberBatch(batch, compressor);
        this.ripening = compressor == null ? null : new Ripening();
        this.scan = scan;
        this.losses = new BatchLosses(destination, scan, listener);
        for (Lane lane : destination.lanes()) {
            // Nothing of a ring is read that has not been looked at: what is left of one that was cut is read with
            // care.
            lane.lookForCuts();
            own.add(new LaneReader(lane));
        }
        this.lanes = own;
        this.merge = new LaneMerge(windowNanos);
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.listener = listener;
        this.lastTick = nanoTime.getAsLong();
        this.lastScan = lastTick - SCAN_NANOS;
        this.raisedAt = lastTick - RAISE_NANOS;
        this.sifted = sink.isSifted() ? new SiftedLines(sink) : null;
        merge.use(lanes);
        if (scan != null) {
            scan.look(lastTick);
            useFoundLanes(scan);
        }
    }

    @Override
    public Destination destination() {
        return destination;
    }

    @Override
    public long doWork(boolean urgent) {
        long now = nanoTime.getAsLong();
        if (retries != 0 && now - retryAt < 0 && !(urgent && now - failedAt >= FIRST_RETRY_MILLIS * 1_000_000)) {
            hasMore = false;
            return 0;
        }
        long moved = 0;
        hasMore = false;
        stepBegan = now;
        try {
            moved += finishBatch();
            lookForLanes(now);
            merge.look(now);
            for (int i = 0; i < BATCHES_PER_STEP; i++) {
                if (!isRipe(now, urgent)) {
                    break;
                }
                long bytes = gather(urgent) + finishBatch();
                if (bytes == 0) {
                    break;
                }
                moved += bytes;
                hasMore = i == BATCHES_PER_STEP - 1 || isLongSifting();
                if (hasMore) {
                    break;
                }
            }
            if (now - lastTick >= TICK_NANOS) {
                lastTick = now;
                long clock = epochNanos.getAsLong();
                if (ripening != null && sink.fit(clock, 0) == Sink.Fit.ROLLS_FIRST) {
                    // What waits to be compressed belongs to the period that is over.
                    moved += gather(true) + finishBatch();
                }
                sink.tick(clock);
                reportTorn();
            }
            retries = 0;
        } catch (IOException | UncheckedIOException e) {
            // The sink has told of it; nothing is lost, the lanes buffer until it works again.
            long pause = Math.min(FIRST_RETRY_MILLIS << Math.min(retries++, 10), LONGEST_RETRY_MILLIS);
            hasMore = false;
            failedAt = nanoTime.getAsLong();
            retryAt = failedAt + pause * 1_000_000;
        }
        watchUncommitted(now, moved);
        return moved;
    }

    private boolean isRipe(long now, boolean urgent) {
        return ripening == null || ripening.isOver(lanes, now, urgent);
    }

    /** Looks for lanes of other processes; between two batches only. */
    private void lookForLanes(long now) {
        LaneScan found = scan;
        if (found != null && now - lastScan >= SCAN_NANOS) {
            lastScan = now;
            if (found.look(now)) {
                useFoundLanes(found);
            }
        }
    }

    private void useFoundLanes(LaneScan found) {
        // Before those that are over are forgotten.
        reportTorn();
        List<LaneReader> all = new ArrayList<>(own);
        all.addAll(found.readers());
        lanes = all;
        merge.use(all);
    }

    /** Fills the batch; returns the bytes that were written meanwhile because it got full or the file was rolled. */
    private long gather(boolean urgent) throws IOException {
        long written = 0;
        // A line from the future, by a clock that was wrong or a lane that lies, must not end all periods until then.
        long latest = epochNanos.getAsLong() + FUTURE_NANOS;
        losses.addTo(batch, sink);
        ByteBuffer buffer = batch.buffer();
        while (buffer.position() < BATCH_BYTES) {
            LaneReader lane = merge.choose(urgent);
            if (lane == null) {
                giveUpDamaged();
                break;
            }
            if (sifted != null && !sifted.isHere(lane)) {
                written += finishBatch();
                if (written != 0 && isLongSifting()) {
                    break;
                }
                sifted.turn();
                buffer = batch.buffer();
            }
            long time = lane.epochNanos() > latest ? latest - FUTURE_NANOS : lane.epochNanos();
            if (sink.fit(time, buffer.position()) == Sink.Fit.ROLLS_FIRST) {
                written += finishBatch();
                sink.roll(time);
                buffer = batch.buffer();
            }
            if (lane.lineLength() > buffer.remaining() || (lanes.size() > batch.maxLanes() && isFull(lane))) {
                written += finishBatch();
                if (!hasRoom(lane.lineLength())) {
                    buffer = batch.buffer();
                    copyCut(lane, buffer);
                    continue;
                }
                buffer = batch.buffer();
            }
            int start = buffer.position();
            lane.copyLine(buffer);
            SiftedLines.strip(sifted, buffer, start);
        }
        return written;
    }

    private boolean isLongSifting() {
        return sifted != null && nanoTime.getAsLong() - stepBegan >= SIFTING_NANOS;
    }

    /**
     * Makes room for a line that is longer than a batch; false when there has been none for so long that the line has to be cut.
     *
     * @throws IOException when there is none just now
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

    /** All lines behind it would wait for room that may never come. */
    private void copyCut(LaneReader lane, ByteBuffer into) {
        byte[] line = new byte[lane.lineLength()];
        lane.copyLine(ByteBuffer.wrap(line));
        if (sifted != null) {
            line = Arrays.copyOfRange(line, SiftedLines.keyLength(line, line.length), line.length);
        }
        into.put(CutLine.of(line, line.length, line.length, into.remaining()));
    }

    /** Whether the lines of the batch come from as many lanes as it can note, and this is none of them. */
    private boolean isFull(LaneReader next) {
        int count = 0;
        for (LaneReader lane : lanes) {
            count += lane.isAhead() ? 1 : 0;
        }
        return count >= batch.maxLanes() && !next.isAhead();
    }

    private void giveUpDamaged() {
        LaneReader damaged = merge.takeDamaged();
        if (damaged != null) {
            // Not if it only seems so because its file was cut.
            MemoryFault.raise();
            if (damaged.isCutUnseen()) {
                throw new InternalError("the file was cut");
            }
            listener.onDamage(destination, damaged.abandonRing());
        }
    }

    /** Writes what was gathered, or what a failure left of it; returns the bytes of it. */
    private long finishBatch() throws IOException {
        ByteBuffer buffer = batch.buffer();
        if (!writing) {
            if (buffer.position() == 0) {
                // There may be frames without lines, or rings without frames, to be done with.
                confirmLanes();
                return 0;
            }
            // What was read where a file was cut is anything.
            boolean raises = mayRaise();
            if (raises) {
                MemoryFault.raise();
            }
            buffer.flip();
            try {
                publish(buffer);
                buffer = batch.buffer();
                if (raises) {
                    // Nothing is written of which no successor would know.
                    MemoryFault.raise();
                }
            } finally {
                if (!writing) {
                    // Whatever it was that failed: the lines are still to be written.
                    buffer.position(buffer.limit()).limit(buffer.capacity());
                }
            }
        } else if (retries != 0) {
            buffer = lookAgain(buffer);
        }
        while (buffer.hasRemaining()) {
            CrashPoint.reach("before a write");
            sink.write(buffer);
            CrashPoint.reach("after a write");
        }
        long bytes = buffer.limit();
        writing = false;
        InternalError fault = null;
        try {
            batch.commit();
        } catch (InternalError e) {
            // The lines are written all the same: their lanes must hear of it, or they are read again.
            fault = e;
        }
        confirmLanes();
        losses.confirm();
        if (fault != null) {
            throw fault;
        }
        return bytes;
    }

    /**
     * Whether faults are asked for, which makes a little garbage: for each batch, but where lines change between files, and a batch can be a
     * single line, once in a while.
     */
    private boolean mayRaise() {
        long now = sifted == null ? 0 : nanoTime.getAsLong();
        if (sifted != null && now - raisedAt < RAISE_NANOS) {
            return false;
        }
        raisedAt = now;
        return true;
    }

    /**
     * After a failure somebody may have deleted or renamed the log, to make room for instance. Then what is left, from the beginning of
     * its first line, belongs to a new file, and to a new intent.
     */
    private ByteBuffer lookAgain(ByteBuffer lines) throws IOException {
        Path path = sink.path();
        long identity = sink.fileIdentity();
        long length = sink.length();
        sink.look();
        if (Objects.equals(path, sink.path())
                && identity == sink.fileIdentity()
                && sink.length() >= length
                && sink.isMidway()) {
            return lines;
        }
        int from = sink.isMidway() ? Redo.unitStart(lines, lines.position()) : 0;
        batch.publishRest(sink, from);
        return batch.buffer();
    }

    private void publish(ByteBuffer lines) throws IOException {
        ahead.clear();
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader lane = lanes.get(i);
            if (lane.isAhead()) {
                ahead.add(lane);
            }
        }
        batch.publish(sink, lines, ahead, losses.report());
        writing = true;
    }

    private void confirmLanes() {
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader lane = lanes.get(i);
            try {
                lane.confirm();
                if (!lane.isCrowded()) {
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
                file, new IOException("somebody has cut it, and nothing is left of it; lines in it may be lost")));
    }

    private void reportTorn() {
        long torn = 0;
        long cut = 0;
        long places = 0;
        long skipped = 0;
        for (LaneReader lane : lanes) {
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

    private void watchUncommitted(long now, long moved) {
        boolean uncommitted = false;
        if (moved == 0) {
            for (int i = 0; i < lanes.size(); i++) {
                uncommitted |= lanes.get(i).isHeadUncommitted();
            }
        }
        if (stuck.isDue(uncommitted, now)) {
            listener.onStuckProducer(destination);
        }
    }

    @Override
    public boolean hasMore() {
        return hasMore;
    }

    @Override
    public boolean isHolding() {
        return !writing && (ripening == null || !ripening.isWaiting()) && merge.isHolding();
    }

    @Override
    public int smallestCapacity() {
        int smallest = Integer.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            smallest = Math.min(smallest, lanes.get(i).capacity());
        }
        return smallest;
    }

    @Override
    public long longestSleepNanos() {
        return scan == null || scan.isEmpty() ? Long.MAX_VALUE : FOREIGN_NANOS;
    }

    /**
     * Whether nothing is left to be drained, written or reported: not of dead processes, and of live ones only what is not committed yet.
     * For the drain thread.
     */
    public boolean isSettled() {
        if (writing || batch.buffer().position() != 0 || (scan != null && scan.hasDead())) {
            return false;
        }
        for (LaneReader lane : lanes) {
            if (lane.isAhead() || (lane.backlog() != 0 && !lane.isHeadUncommitted())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Looks whether somebody has cut files that are mapped here: touching what is gone fails. Foreign rings of which nothing is left are put
     * aside. Returns whether there were any, after which this drainer is of no more use. Costs a system call for each file.
     */
    public boolean lookForCuts() {
        boolean cut = batch.isSpoilt();
        for (LaneReader lane : lanes) {
            cut |= lookForCuts(lane);
        }
        return cut;
    }

    /** Whether the file of a lane is known to be cut. */
    public boolean hasCut() {
        for (LaneReader lane : lanes) {
            if (lane.hasCut()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isFinished() {
        return !writing && sink.isFinished();
    }

    /** Whether a batch is being written: of what was gathered, a part is in the file, and a part is not. */
    public boolean isWriting() {
        return writing;
    }

    /** See {@link Batch#isSpoilt}. */
    public boolean isSpoilt() {
        return batch.isSpoilt();
    }

    /** Ends a term: whoever drains next finds what was under way. */
    public void resign() throws IOException {
        if (scan != null) {
            scan.close();
        }
        own.forEach(LaneReader::close);
        batch.close();
        sink.close();
    }

    /** Closes the sink, and removes the own lanes if all of them is in the sink. */
    @Override
    public void close() throws IOException {
        if (!writing) {
            for (LaneReader lane : own) {
                if (lane.isExhausted()) {
                    lane.discard();
                }
            }
        }
        resign();
    }
}
