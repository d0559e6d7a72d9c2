package dev.tailrace.engine.journal;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.figures.EventRecorder.Span;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A chain of rings to which producers append frames; only the last ring takes new frames. When this ring gets full faster than it is
 * drained, the keeper links one of double size and seals the old one.
 *
 * <p>{@link #append} is for any thread; it takes no lock, makes no garbage and no system call unless a quarter of the ring was filled (one
 * wake-up) or the lane is full (bounded waiting). {@link #clearConsumed} and {@link #grow} are for the helper threads.
 */
public final class Lane {
    /** A reader's place, and since when (nanoTime) it has been there. */
    private record Standstill(Ring ring, long consumed, long since) {}

    /** The result of appending a line. */
    public enum Outcome {
        APPENDED,
        /** The lane is full and can't grow, and the caller would not wait, or not any longer. */
        FULL,
        /** The line is longer than {@link #maxLineLength}, and the lane can't grow enough. Truncate the line and try again. */
        TOO_LONG,
        /** The lane was closed. */
        CLOSED
    }

    private static final long FIRST_PAUSE_NANOS = 100_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;
    /** Unavailable memory is requested again after this time: another process may have released some. */
    private static final long RETRY_NANOS = 1_000_000_000L;
    /** Bytes that a caller clears at a time: some ten microseconds of work, and they stay in its cache for its next write. */
    private static final int CALLER_CLEARS = 1 << 18;
    /** How often a question is repeated when a truncated file has spoilt the answer. */
    private static final int MOST_LOOKS = 8;
    /** Enough for usual lines. */
    private static final int FEW_BYTES = 1 << 16;
    /** No capacity is unavailable. */
    private static final int ALL_AVAILABLE = Integer.MAX_VALUE;

    private final int index;
    private final RingFactory rings;
    private final LaneListener listener;
    private final boolean wakeAlways;
    private final AtomicBoolean clearing = new AtomicBoolean();
    /** The number of callers that wait for room. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Whether a caller has waited since the lane was last found to have room. */
    private volatile boolean awaited;

    /** The oldest ring that isn't finished; a reader begins with it. */
    private volatile Ring first;

    private volatile Ring current;
    /** The keeper's own. */
    private int generation;

    private long failedAt;
    /** The capacity that a line waits for, because the line is long or the ring is sealed; 0: no line waits. */
    private volatile int wantedCapacity;
    /** The smallest capacity that the keeper could not get. A line that is too long for any ring must not keep the lane from doubling. */
    private volatile int unavailable = ALL_AVAILABLE;

    /** Where the reader stood when a call began to wait, so that later calls don't wait anew; null: it was never seen to stand. */
    private volatile @Nullable Standstill standstill;

    private final LaneSpill spill;
    private volatile boolean closed;

    private Lane(int index, RingFactory rings, Ring first, LaneListener listener, boolean wakeAlways) {
        this.index = index;
        this.rings = rings;
        this.listener = listener;
        this.wakeAlways = wakeAlways;
        this.first = first;
        this.current = first;
        this.spill = new LaneSpill(rings, first.spillFiles() != null);
    }

    /**
     * Opens a lane whose first ring has {@code capacity} bytes, a power of two; null when there is no memory for the ring.
     *
     * @param wakeAlways whether the listener is called for each frame (for a drainer that parks until there is one)
     */
    public static @Nullable Lane open(
            int index, int capacity, RingFactory rings, LaneListener listener, boolean wakeAlways) {
        Ring first = rings.make(capacity, index, 0);
        return first == null ? null : new Lane(index, rings, first, listener, wakeAlways);
    }

    /**
     * Opens a lane even beyond the memory cap: a lane in private memory, which other processes can't find, would be lost with this process.
     */
    public static @Nullable Lane openBeyondCap(
            int index, int capacity, RingFactory rings, LaneListener listener, boolean wakeAlways) {
        Ring first = rings.makeBeyondCap(capacity, index, 0);
        return first == null ? null : new Lane(index, rings, first, listener, wakeAlways);
    }

    /** The longest line the current ring takes. */
    public int maxLineLength() {
        return current.maxFrameLength() - HEADER_LENGTH;
    }

    /**
     * Appends a line.
     *
     * @param line bytes from 0 to {@code length}
     * @param patienceNanos how long the call waits at the memory cap, where nothing can be moved to disk; 0: not at all
     * @param maxWaitNanos how long the call waits for a larger ring, for a ring in place of a truncated one, or for lines to be moved to
     *     disk
     * @param pending the state of a claim that isn't committed yet; if this call throws, the caller must hand it over
     */
    public Outcome append(
            byte[] line, int length, long epochNanos, long patienceNanos, long maxWaitNanos, PendingWord pending) {
        Ring ring = current;
        if (length <= ring.maxFrameLength() - HEADER_LENGTH && appendTo(ring, line, length, epochNanos, pending)) {
            return Outcome.APPENDED;
        }
        return appendSlowly(line, length, epochNanos, patienceNanos, maxWaitNanos, pending);
    }

    /**
     * Appends for a caller without a handler for stack overflows: an overflow while the line is copied would block the lane. The call waits
     * up to ten seconds for the keeper.
     */
    public Outcome append(byte[] line, int length, long epochNanos, long patienceNanos) {
        long most = Math.max(patienceNanos, 10_000_000_000L);
        return append(line, length, epochNanos, patienceNanos, most, new PendingWord(() -> {}));
    }

    /** Appends a line to a ring; false where the ring has no room or is sealed, or where its file was found truncated. */
    private boolean appendTo(Ring ring, byte[] line, int length, long epochNanos, PendingWord pending) {
        long position;
        try {
            position = ring.claim(HEADER_LENGTH + length, pending);
            if (position < 0) {
                return false;
            }
            ring.write(position, line, length, epochNanos);
            pending.owed = false;
        } catch (InternalError e) {
            // The ring's file was truncated; or one that the application has mapped, and the JVM throws the error
            // only here. No reader may wait for this frame.
            pending.settleHere();
            leave(ring);
            return false;
        }
        try {
            wake(ring, position, length);
        } catch (StackOverflowError e) {
            // The line is in the ring, and must not count as lost. Without being woken, the drain thread comes within
            // 0.1 s.
            return true;
        }
        return true;
    }

    /** Seals a ring if its file is truncated, and asks for another ring; returns whether it is. */
    private boolean leave(Ring ring) {
        for (int i = 0; i < MOST_LOOKS; i++) {
            try {
                ring.look();
                if (ring.isCut()) {
                    ring.seal();
                }
                MemoryFault.raise();
                break;
            } catch (InternalError e) {
                ring.look();
            }
        }
        if (ring.isCut()) {
            listener.onPressure();
        }
        return ring.isCut();
    }

    private void wake(Ring ring, long position, int length) {
        if (beginsQuarter(ring, position, FrameDescriptor.align(HEADER_LENGTH + length))) {
            wakeHelpers(ring);
        }
        if (wakeAlways) {
            listener.onFrame();
        }
    }

    /**
     * Whether the first byte of a quarter is in this frame. That byte is always in some frame, never in padding, which is shorter than an
     * eighth: so each quarter is noticed once, wherever the frames begin.
     */
    private static boolean beginsQuarter(Ring ring, long position, int alignedLength) {
        int quarter = ring.capacity() >>> 2;
        return ((position + alignedLength - 1) & (quarter - 1)) < alignedLength;
    }

    /**
     * Wakes the helper threads; called each time a quarter of the ring has been filled. It also finds out here whether the ring's file was
     * truncated, because a check at each line costs more.
     */
    private void wakeHelpers(Ring ring) {
        listener.onFrames();
        try {
            if (needsGrowth(ring) || needsSpill(ring)) {
                listener.onPressure();
            }
            MemoryFault.raise();
        } catch (InternalError e) {
            leave(ring);
        }
    }

    private boolean needsGrowth(Ring ring) {
        return !isAtCap(ring) && ring.backlog() > ring.capacity() >>> 2;
    }

    /** Whether memory is at its cap and half of the ring is in use: the keeper should move frames to disk before callers wait. */
    private boolean needsSpill(Ring ring) {
        return spill.works() && isFilling(ring);
    }

    private boolean isFilling(Ring ring) {
        return isAtCap(ring) && ring.inUse() > ring.capacity() >>> 1;
    }

    /** Whether the keeper has found that the lane can't switch to a larger ring. */
    private boolean isAtCap(Ring ring) {
        return unavailable <= (ring.isSealed() ? RingDescriptor.MIN_CAPACITY : ring.capacity() << 1);
    }

    private Outcome appendSlowly(
            byte[] line, int length, long epochNanos, long patienceNanos, long maxWaitNanos, PendingWord pending) {
        if (length > RingDescriptor.MAX_LINE_LENGTH) {
            return closed ? Outcome.CLOSED : Outcome.TOO_LONG;
        }
        long start = System.nanoTime();
        return appendSlowly(line, length, epochNanos, patienceNanos, maxWaitNanos, pending, start, false);
    }

    /** Appends once there is room, and counts the wait. */
    private Outcome appendWaiting(
            byte[] line,
            int length,
            long epochNanos,
            long patienceNanos,
            long maxWaitNanos,
            PendingWord pending,
            long start) {
        LogFigures figures = rings.figures();
        Span wait = figures.beginWait();
        boolean appended = false;
        try {
            Outcome outcome = appendSlowly(line, length, epochNanos, patienceNanos, maxWaitNanos, pending, start, true);
            appended = outcome == Outcome.APPENDED;
            return outcome;
        } finally {
            figures.waited(wait, System.nanoTime() - start, appended);
        }
    }

    /** {@code waits}: whether the wait is counted already, so that the call may wait. */
    private Outcome appendSlowly(
            byte[] line,
            int length,
            long epochNanos,
            long patienceNanos,
            long maxWaitNanos,
            PendingWord pending,
            long start,
            boolean waits) {
        int frameLength = HEADER_LENGTH + length;
        long pause = FIRST_PAUSE_NANOS;
        boolean looked = false;
        while (true) {
            Ring ring = current;
            Outcome obstacle = Outcome.FULL;
            if (frameLength > ring.maxFrameLength()) {
                int wanted = capacityFor(frameLength);
                if (wanted >= unavailable) {
                    return closed ? Outcome.CLOSED : Outcome.TOO_LONG;
                }
                wantedCapacity = Math.max(wantedCapacity, wanted);
                obstacle = Outcome.TOO_LONG;
            } else if (appendTo(ring, line, length, epochNanos, pending)) {
                return Outcome.APPENDED;
            }
            if (closed) {
                return Outcome.CLOSED;
            }
            if (clearConsumed(CALLER_CLEARS) != 0) {
                // The consumed frames were only not cleared yet. A thread that has to wait anyway waits without waking
                // another thread.
                continue;
            }
            if (!looked && obstacle == Outcome.FULL) {
                // A ring that was cut can seem to be full.
                looked = true;
                if (leave(ring)) {
                    continue;
                }
            }
            boolean atCap;
            boolean sealed;
            boolean grows;
            Ring read = first;
            long consumed;
            try {
                atCap = isAtCap(ring);
                sealed = ring.isSealed();
                grows = needsGrowth(ring);
                consumed = read.consumed();
                MemoryFault.raise();
            } catch (InternalError e) {
                leave(ring);
                continue;
            }
            if (sealed && obstacle == Outcome.FULL && ring == current) {
                wantedCapacity = Math.max(wantedCapacity, ring.capacity());
            }
            long from = start;
            boolean standing = atCap && !spill.works();
            if (standing) {
                Standstill known = standstill;
                if (known != null && known.ring == read && known.consumed == consumed) {
                    // A full disk must not stop a service: calls wait together, not one after another.
                    from = known.since;
                } else if (waits) {
                    standstill = new Standstill(read, consumed, System.nanoTime());
                }
            }
            long left = from + (standing ? patienceNanos : maxWaitNanos) - System.nanoTime();
            if (left <= 0) {
                return obstacle;
            }
            listener.onFull();
            if (obstacle == Outcome.TOO_LONG || sealed || grows) {
                listener.onPressure();
            }
            if (!waits) {
                listener.onWait();
                return appendWaiting(line, length, epochNanos, patienceNanos, maxWaitNanos, pending, start);
            }
            boolean forDrainer = obstacle == Outcome.FULL && atCap && !sealed;
            pause(Math.min(pause, left), forDrainer ? left : 0);
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        }
    }

    /**
     * Waits for {@code nanos}, or up to {@code most} when many threads wait: dozens of threads that poll for room take the CPU from the
     * thread that makes room.
     */
    private void pause(long nanos, long most) {
        // An interrupted thread would not park at all. The interrupt is the application's: it is set again.
        boolean interrupted = Thread.interrupted();
        int count = waiting.incrementAndGet();
        awaited = true;
        try {
            long longer = Math.min(Math.min(count * FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS), most);
            LockSupport.parkNanos(this, Math.max(nanos, longer));
        } finally {
            waiting.decrementAndGet();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int capacityFor(int frameLength) {
        return Integer.highestOneBit(frameLength - 1) << 4;
    }

    /** Clears consumed frames, so that their memory can be claimed again; returns the bytes cleared. For any helper thread. */
    public int clearConsumed() {
        return clearConsumed(Integer.MAX_VALUE);
    }

    /**
     * Whether callers wait because the lane is full. They clear the memory that they are about to use, so that a drainer that falls behind
     * need not.
     */
    boolean isNearlyFull() {
        if (!awaited) {
            return false;
        }
        Ring ring = current;
        boolean crowded = ring.inUse() > ring.capacity() - (ring.capacity() >>> 2);
        if (!crowded) {
            awaited = false;
        }
        return crowded;
    }

    /**
     * Answers a question about rings, and asks again when a truncated file has spoilt the answer; false when that doesn't end. For threads
     * of the application, into which no error may get.
     */
    private boolean unlessCut(BooleanSupplier question) {
        for (int i = 0; i < MOST_LOOKS; i++) {
            try {
                boolean answer = question.getAsBoolean();
                MemoryFault.raise();
                return answer;
            } catch (InternalError e) {
                lookForCuts();
            }
        }
        return false;
    }

    /** Looks for rings whose files were truncated and seals them; returns whether there are new ones. Costs a system call for each ring. */
    public boolean lookForCuts() {
        boolean found = false;
        for (Ring ring = first; ring != null; ring = ring.next()) {
            boolean news = ring.look();
            found |= news;
            if (news || (ring.isCut() && ring == current)) {
                // Other threads look, too: one of them may have reported the ring.
                leave(ring);
            }
        }
        return found;
    }

    private int clearConsumed(int most) {
        if (!clearing.compareAndSet(false, true)) {
            return 0;
        }
        try {
            forgetFinished();
            int cleared = current.clearConsumed(most);
            if (cleared != 0) {
                // Only after clearing: each batch comes here, most clear nothing, and the check makes garbage.
                MemoryFault.raise();
            }
            return cleared;
        } catch (InternalError e) {
            lookForCuts();
            return 0;
        } finally {
            clearing.set(false);
        }
    }

    /** A truncated ring need not be the current one: another thread may have found it first. */
    private void reportCuts() {
        for (Ring ring = first; ring != null; ring = ring.next()) {
            Path cut = ring.takeCut() ? ring.file() : null;
            if (cut != null) {
                rings.cut(cut);
            }
        }
    }

    /** Forgets finished rings, so that their memory can be collected. */
    private void forgetFinished() {
        Ring ring = first;
        Ring next = ring.next();
        while (next != null && ring.isFinished() && !ring.awaitsReport()) {
            boolean spilled = ring.spilled() != 0;
            // Where the head was cut off, any answer was possible.
            MemoryFault.raise();
            if (ring.isCut() || !spilled) {
                // A reader that was replaced, or has lost this ring's head, never removes its file. Spill files are
                // left to it: callers
                // come here, and must not wait for the log's disk.
                ring.discard();
            }
            first = next;
            ring = next;
            next = ring.next();
        }
    }

    /**
     * Links a new ring when the last one runs full, is too small for a waiting line, or was sealed; returns whether it did. For the keeper
     * only: making a ring writes each of its bytes.
     */
    public boolean grow() {
        Ring ring = current;
        reportCuts();
        int capacity = closed ? 0 : nextCapacity(ring);
        // Where the head was cut off, any answer was possible.
        MemoryFault.raise();
        if (capacity == 0) {
            return false;
        }
        // The request is cleared: a thread that still waits for this capacity requests it again.
        wantedCapacity = 0;
        Ring next = capacity > RingDescriptor.MAX_CAPACITY ? null : make(ring, capacity);
        if (next == null) {
            unavailable = capacity;
            failedAt = System.nanoTime();
            return false;
        }
        if (capacity >= unavailable) {
            unavailable = ALL_AVAILABLE;
        }
        CrashPoint.reach("ring made");
        if (!switchTo(next)) {
            next.discard();
            return false;
        }
        listener.onFrames();
        return true;
    }

    /**
     * Makes the next ring, even beyond the cap in place of a truncated one, which takes less memory but counts until it is collected; or a
     * small one where this lane is empty, so that others, or rings that wait to be collected, take all memory.
     */
    private @Nullable Ring make(Ring former, int capacity) {
        generation++;
        if (former.isCut() && capacity <= former.capacity()) {
            return rings.makeBeyondCap(capacity, index, generation);
        }
        Ring made = rings.make(capacity, index, generation);
        if (made != null || !former.isSealed() || backlog() != 0) {
            return made;
        }
        rings.collect(capacity);
        return capacity > FEW_BYTES ? null : rings.makeBeyondCap(capacity, index, generation);
    }

    /**
     * Moves the oldest frames to disk when memory is at its cap, the ring is filling and its reader stands still; returns whether it did. A
     * reader that moves on makes room sooner than a disk that has to take each line twice. For one helper thread only.
     *
     * @param stallNanos how long the reader must have stood still
     */
    public boolean spill(long stallNanos) {
        Ring ring = current;
        return spill.move(ring, first, isFilling(ring), stallNanos);
    }

    /** Ends spilling for a closed and drained lane; after the last {@link #spill}, in the same thread. */
    void endSpill() {
        spill.end();
    }

    /** Whether {@link #spill} should be called again soon. For its thread. */
    boolean mayNeedSpill() {
        return isFilling(current) && spill.mayMove();
    }

    /**
     * Switches to a new ring, but not while the lane is being closed: a line could still be appended to the new ring, and no thread would
     * read it.
     */
    private synchronized boolean switchTo(Ring next) {
        if (closed) {
            return false;
        }
        Ring ring = current;
        // The next ring is linked before this one is sealed: a producer that finds the end also finds the next ring.
        ring.linkNext(next);
        current = next;
        CrashPoint.reach("ring linked");
        ring.seal();
        CrashPoint.reach("ring sealed");
        return true;
    }

    /** The capacity of the next ring; 0 when this ring will do. */
    private int nextCapacity(Ring ring) {
        int available = System.nanoTime() - failedAt > RETRY_NANOS ? ALL_AVAILABLE : unavailable;
        int wanted = wantedCapacity;
        if (wanted > ring.capacity() && wanted < available) {
            return wanted;
        }
        if (ring.isSealed()) {
            if (wanted == 0 && !ring.isCut()) {
                // The lane takes no more lines: a new ring would be an empty file that is left behind. But where a
                // truncated ring's head is lost, callers may go on in it without noticing.
                return 0;
            }
            if (ring.isCut() && System.nanoTime() - failedAt > RETRY_NANOS) {
                return ring.capacity();
            }
            // This ring takes no more lines: a smaller ring is better than none.
            int largest = Math.min(ring.capacity(), available >>> 1);
            return largest < RingDescriptor.MIN_CAPACITY ? 0 : largest;
        }
        int doubled = ring.capacity() << 1;
        return doubled < available && ring.backlog() > ring.capacity() >>> 2 ? doubled : 0;
    }

    /** Closes the lane: appended lines are still read, later ones are refused. */
    public synchronized void close() {
        closed = true;
        seal();
    }

    /** Reverts {@link #close}: later lines go to a ring that the keeper is asked to make. */
    public synchronized void reopen() {
        closed = false;
        wantedCapacity = Math.max(wantedCapacity, current.capacity());
    }

    /** Whether the lane has a ring that takes frames. */
    public boolean isOpen() {
        return unlessCut(() -> !current.isSealed());
    }

    /** Whether the lane takes lines and no line waits in it. */
    public boolean isIdle() {
        Ring ring = current;
        return !closed && ring == first && !ring.isSealed() && ring.backlog() == 0;
    }

    /** The ring with which a reader begins. */
    public Ring first() {
        return first;
    }

    /** Ends the current ring. The next append makes the keeper open another one. */
    public void seal() {
        unlessCut(() -> {
            current.seal();
            return true;
        });
    }

    /** Ends the current ring if its file was removed, so that later lines go to a file that every process finds. Costs a system call. */
    public boolean sealRemoved() {
        Ring ring = current;
        Path file = ring.file();
        // The drainer removes ended rings. Truncated rings are handled elsewhere.
        if (file == null || ring.isSealed() || !Files.notExists(file, LinkOption.NOFOLLOW_LINKS) || ring.isSealed()) {
            return false;
        }
        return !leave(ring)
                && unlessCut(() -> {
                    ring.seal();
                    return true;
                });
    }

    /** Removes the file of a sealed ring once all its lines are in the sink; gives up at {@code deadline} ({@link System#nanoTime}). */
    public void discardSealed(long deadline) {
        Ring ring = current;
        while (ring.isSealed() && deadline - System.nanoTime() > 0) {
            if (unlessCut(() -> ring.backlog() == 0)) {
                ring.discard();
                return;
            }
            LockSupport.parkNanos(this, FIRST_PAUSE_NANOS);
        }
    }

    /** Removes the last ring's file if the lane is drained. */
    public void discardDrained() {
        Ring last = current;
        if (isDrained(last)) {
            last.discard();
        }
    }

    /** Whether only this process can read the lane. */
    public boolean isPrivate() {
        return current.file() == null;
    }

    /** The present end of the lane, for a thread that appended before. */
    public Mark mark() {
        return mark(current);
    }

    private Mark mark(Ring ring) {
        long[] tail = {0};
        unlessCut(() -> {
            tail[0] = ring.tail();
            return true;
        });
        return new Mark(this, ring, tail[0]);
    }

    /** A place in a lane. */
    public record Mark(Lane lane, Ring ring, long position) {
        /** Whether all lines before this place have reached the sink. */
        public boolean isReached() {
            return lane.unlessCut(this::isReachedNow);
        }

        private boolean isReachedNow() {
            Ring at = lane.first;
            while (at != null && at.identity().generation() < ring.identity().generation()) {
                if (!at.isFinished()) {
                    return false;
                }
                at = at.next();
            }
            return ring.hasConsumed(position);
        }
    }

    /** Whether the lane is closed and all its lines are in the sink. */
    public boolean isDrained() {
        return isDrained(current);
    }

    private boolean isDrained(Ring last) {
        return unlessCut(last::isSealed) && mark(last).isReached();
    }

    /** Counts what becomes of the log's lines. */
    public LogFigures figures() {
        return rings.figures();
    }

    /**
     * The time of the oldest line that isn't in the sink, in nanoseconds since 1970; {@link Long#MAX_VALUE} when there is none, or the time
     * can't be read just now. It may be too early for lines that were moved to disk. For any thread; costs a few loads.
     */
    public long oldestEpochNanos() {
        long[] time = {Long.MAX_VALUE};
        unlessCut(() -> {
            time[0] = Long.MAX_VALUE;
            for (Ring ring = first; ring != null && time[0] == Long.MAX_VALUE; ring = ring.next()) {
                time[0] = oldestOf(ring);
            }
            return true;
        });
        return time[0];
    }

    private long oldestOf(Ring ring) {
        for (int i = 0; i < MOST_LOOKS && !ring.isCut(); i++) {
            long consumed = ring.consumed();
            if (consumed >= ring.tail()) {
                return Long.MAX_VALUE;
            }
            if (ring.spilled() > consumed) {
                return spill.oldestMoved();
            }
            long time = ring.oldestEpochNanos(consumed);
            if (ring.consumed() == consumed && ring.spilled() <= consumed) {
                // No memory was cleared meanwhile, so the time was a frame's.
                return time;
            }
        }
        return Long.MAX_VALUE;
    }

    /** A number that changes when lines reach the sink. */
    public long progress() {
        long[] sum = {0};
        unlessCut(() -> {
            Ring ring = first;
            sum[0] = ring.identity().generation() + ring.consumed();
            return true;
        });
        return sum[0];
    }

    /** The number of bytes that are appended and not yet in the sink. */
    public long backlog() {
        long[] sum = {0};
        unlessCut(() -> {
            sum[0] = 0;
            for (Ring ring = first; ring != null; ring = ring.next()) {
                sum[0] += ring.backlog();
            }
            return true;
        });
        return sum[0];
    }
}
