package dev.tailrace.journal;

import static dev.tailrace.journal.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.journal.FrameDescriptor.TYPE_ABORTED;
import static dev.tailrace.journal.FrameDescriptor.TYPE_DATA;
import static dev.tailrace.journal.FrameDescriptor.TYPE_PADDING;
import static dev.tailrace.journal.RingDescriptor.CONSUMED_OFFSET;
import static dev.tailrace.journal.RingDescriptor.DATA_OFFSET;
import static dev.tailrace.journal.RingDescriptor.LIMIT_OFFSET;
import static dev.tailrace.journal.RingDescriptor.SEALED;
import static dev.tailrace.journal.RingDescriptor.SPILLED_OFFSET;
import static dev.tailrace.journal.RingDescriptor.TAIL_OFFSET;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.PendingWord;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A ring of memory to which many producers append frames and from which one reader takes them.
 *
 * <p>Assumptions: {@link #claim}, {@link #write}, {@link #abort} are called by any thread; the reader's methods by one thread at a
 * time; {@link #clearConsumed} by one thread at a time (see {@link Lane#tidy}). Memory is zero when the ring is made.
 *
 * <p>Guarantees: a claim is a compare-and-set on {@code tail} and never reaches beyond {@code limit}, so nothing is ever claimed that
 * is not free, and no producer can land in memory that was given to another. All memory from {@code tail} to {@code limit} is
 * zero, so old bytes never pose as a header. Lock-free: a compare-and-set only fails because another producer's succeeded.
 */
public final class Ring {
    /** Answers of {@link #claim} that are not positions. */
    public static final long FULL = -1;

    public static final long ENDED = -2;

    /** Clearing works on whole blocks of this share of the ring: frame by frame, it would move each cache line twice. */
    private static final int BLOCKS = 64;

    private static final byte[] ZEROS = new byte[1 << 16];

    private final ByteBuffer memory;
    private final int capacity;
    private final int mask;
    private final RingMemory owner;
    private final RingIdentity identity;
    private long cleared;
    /** The ring that producers go on with after this one was sealed. */
    private volatile @Nullable Ring next;

    Ring(RingMemory owner) {
        this.owner = owner;
        this.memory = owner.memory();
        this.capacity = memory.capacity() - DATA_OFFSET;
        this.mask = capacity - 1;
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity is no power of two: capacity=" + capacity);
        }
        this.identity = owner.identity();
    }

    public RingIdentity identity() {
        return identity;
    }

    /** Where its oldest frames may be moved to; null: nowhere. */
    @Nullable
    SpillFiles spillFiles() {
        return owner.spillFiles();
    }

    /** Its file; null when it is private memory. */
    @Nullable
    Path file() {
        return owner.file();
    }

    /** Whether somebody has cut its file, so that touching its memory fails. */
    boolean isCut() {
        return owner.isCut();
    }

    public int capacity() {
        return capacity;
    }

    /** For those who look at what is really there. */
    ByteBuffer memory() {
        return memory;
    }

    /** The longest frame this ring takes: an eighth, so that one frame never fills it. */
    public int maxFrameLength() {
        return capacity >>> 3;
    }

    /**
     * Claims room for a frame of {@code frameLength} bytes, header included; returns its position, or {@link #FULL} or
     * {@link #ENDED}. The caller must follow with {@link #write} or {@link #abort}, and run nothing foreign in between.
     */
    public long claim(int frameLength, PendingWord pending) {
        int aligned = FrameDescriptor.align(frameLength);
        while (true) {
            long tail = Memory.getAcquire(memory, TAIL_OFFSET);
            if (tail < 0) {
                return ENDED;
            }
            int toEnd = capacity - ((int) tail & mask);
            int padding = aligned > toEnd ? toEnd : 0;
            long end = tail + padding + aligned;
            if (end > Memory.getAcquire(memory, LIMIT_OFFSET)) {
                return FULL;
            }
            pending.prepare(
                    memory,
                    index(tail + padding),
                    FrameDescriptor.header(TYPE_ABORTED, frameLength),
                    padding != 0 ? index(tail) : -1,
                    FrameDescriptor.header(TYPE_PADDING, padding));
            if (Memory.compareAndSet(memory, TAIL_OFFSET, tail, end)) {
                // From here to the commit any call can overflow the stack.
                pending.owed = true;
                CrashPoint.reach("claimed");
                if (padding != 0) {
                    Memory.putRelease(memory, index(tail), FrameDescriptor.header(TYPE_PADDING, padding));
                }
                return tail + padding;
            }
        }
    }

    /** The same for a thread that can't run out of stack in between. */
    long claim(int frameLength) {
        return claim(frameLength, new PendingWord(() -> {}));
    }

    /** Fills a claimed frame and commits it. */
    public void write(long position, byte[] line, int length, long epochNanos) {
        int index = index(position);
        int frameLength = HEADER_LENGTH + length;
        Memory.putOpaque(memory, index, FrameDescriptor.header(TYPE_DATA, -frameLength));
        // Whoever finds payload of a producer that died here also finds the frame's length.
        VarHandle.storeStoreFence();
        CrashPoint.reach("negative length");
        Memory.putPlain(memory, index + FrameDescriptor.TIME_OFFSET, epochNanos);
        Memory.putBytes(memory, index + HEADER_LENGTH, line, length);
        CrashPoint.reach("payload");
        Memory.putRelease(memory, index, FrameDescriptor.header(TYPE_DATA, frameLength));
        CrashPoint.reach("committed");
    }

    /** Commits a claimed frame as one without content. */
    public void abort(long position, int frameLength) {
        Memory.putRelease(memory, index(position), FrameDescriptor.header(TYPE_ABORTED, frameLength));
    }

    /** Ends this ring for further claims; those that were made are still written. Idempotent. */
    public void seal() {
        Memory.getAndBitwiseOr(memory, TAIL_OFFSET, SEALED);
    }

    /** The end of what is claimed. */
    long tail() {
        return Memory.getAcquire(memory, TAIL_OFFSET) & ~SEALED;
    }

    boolean isSealed() {
        return Memory.getAcquire(memory, TAIL_OFFSET) < 0;
    }

    /** Whether this ring is sealed and ends at {@code position}: one load, so that no claim falls between two answers. */
    boolean isSealedAt(long position) {
        return Memory.getAcquire(memory, TAIL_OFFSET) == (position | SEALED);
    }

    long consumed() {
        return Memory.getAcquire(memory, CONSUMED_OFFSET);
    }

    /** All before it, from consumed on, is in the spill files. */
    long spilled() {
        return Memory.getAcquire(memory, SPILLED_OFFSET);
    }

    /** Says that frames are in the spill files; from here on nobody may read them in memory. */
    void publishSpill(long spilled) {
        Memory.putRelease(memory, SPILLED_OFFSET, spilled);
        // The memory is cleared next; no reader may see that and not this.
        VarHandle.fullFence();
    }

    /** Bytes of memory that are in use. */
    long inUse() {
        return tail() - Math.max(consumed(), spilled());
    }

    /** The end of the last committed frame that lies before {@code until} or begins there; {@code from} is a frame's beginning. */
    long committedUntil(long from, long until) {
        long end = Math.min(until, tail());
        long position = from;
        while (position < end) {
            int length = FrameDescriptor.length(headerAcquire(position));
            if (length <= 0) {
                break;
            }
            position += FrameDescriptor.align(length);
        }
        return position;
    }

    /** The bytes from a position on, {@code length} of them or as many as there are up to the ring's end. */
    ByteBuffer view(long position, int length) {
        int index = index(position);
        return memory.slice(index, Math.min(length, memory.capacity() - index));
    }

    /** Bytes that are claimed and not consumed. */
    public long backlog() {
        return tail() - consumed();
    }

    @Nullable
    Ring next() {
        return next;
    }

    void linkNext(Ring ring) {
        next = ring;
    }

    /** The header word at a position; 0 or a negative length mean: not committed yet. */
    long headerAcquire(long position) {
        return Memory.getAcquire(memory, index(position));
    }

    long epochNanos(long position) {
        return Memory.getPlain(memory, index(position) + FrameDescriptor.TIME_OFFSET);
    }

    /** Copies a frame's line to {@code into} at its position, which moves on. */
    void copyLine(long position, int frameLength, ByteBuffer into) {
        int length = frameLength - HEADER_LENGTH;
        int at = into.position();
        into.put(at, memory, index(position) + HEADER_LENGTH, length);
        into.position(at + length);
    }

    /** Says that all before {@code position} has reached its sink. */
    void consume(long position) {
        Memory.putRelease(memory, CONSUMED_OFFSET, position);
    }

    /** Whether the positions of a ring that somebody else wrote can be. */
    boolean isPlausible() {
        long consumed = consumed();
        long spilled = spilled();
        // After them: they never pass it, but its owner goes on meanwhile.
        long tail = tail();
        long used = tail - Math.max(consumed(), spilled());
        return consumed >= 0
                && consumed <= tail
                && spilled >= 0
                && spilled <= tail
                && used <= capacity
                && ((consumed | tail | spilled) & 7) == 0;
    }

    /** Whether this ring is sealed and all of it has reached its sink: nothing will ever come of it again. */
    boolean isFinished() {
        return isSealedAt(consumed());
    }

    /** Zeroes all whole blocks of what was consumed or moved away. */
    int clearConsumed() {
        return clearConsumed(Integer.MAX_VALUE);
    }

    /**
     * Zeroes whole blocks of what was consumed or moved away, or about {@code most} bytes of them, and then moves {@code limit} on; returns
     * the bytes cleared. One thread at a time.
     */
    int clearConsumed(int most) {
        int block = capacity / BLOCKS;
        // Never beyond the tail, whatever the shared memory says.
        long end = Math.min(Math.max(consumed(), spilled()), tail()) & -(long) block;
        int done = 0;
        while (cleared < end && done < most) {
            int index = (int) cleared & mask;
            int length = (int) Math.min(Math.min(end - cleared, capacity - index), ZEROS.length);
            memory.put(DATA_OFFSET + index, ZEROS, 0, length);
            cleared += length;
            done += length;
            // Piece by piece: callers may wait for it.
            Memory.putRelease(memory, LIMIT_OFFSET, cleared + capacity);
        }
        if (Memory.getAcquire(memory, LIMIT_OFFSET) < cleared + capacity) {
            // What an earlier call, which ran out of stack right here, could not say any more.
            Memory.putRelease(memory, LIMIT_OFFSET, cleared + capacity);
        }
        return done;
    }

    /** Gives the memory back: deletes the ring's file if it has one. The mapping itself lives until it is collected. */
    void discard() {
        owner.discard();
    }

    private int index(long position) {
        return DATA_OFFSET + ((int) position & mask);
    }
}
