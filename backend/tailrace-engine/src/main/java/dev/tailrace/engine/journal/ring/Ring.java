package dev.tailrace.engine.journal.ring;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_ABORTED;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_DATA;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_PADDING;
import static dev.tailrace.engine.journal.ring.RingDescriptor.CONSUMED_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.DATA_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.LIMIT_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.SEALED;
import static dev.tailrace.engine.journal.ring.RingDescriptor.SPILLED_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.TAIL_OFFSET;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.PendingWord;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A ring of memory to which many producers append frames and from which one reader takes them.
 *
 * <p>Assumptions: {@link #claim}, {@link #write}, {@link #abort} are called by any thread; the reader's methods by one thread at a time;
 * {@link #clearConsumed} by one thread at a time (see {@code Lane.clearConsumed}). Memory is zero when the ring is made.
 *
 * <p>Guarantees: a claim is a compare-and-set on {@code tail} and never reaches beyond {@code limit}, so nothing is ever claimed that is
 * not free, and no producer can land in memory that was given to another. All memory from {@code tail} to {@code limit} is zero, so old
 * bytes never pose as a header. Lock-free: a compare-and-set only fails because another producer's succeeded.
 */
public final class Ring {
    /** A result of {@link #claim} that isn't a position. */
    public static final long FULL = -1;

    public static final long ENDED = -2;

    /** Clearing works on whole blocks of this share of the ring: frame by frame, it would move each cache line twice. */
    private static final int BLOCKS = 64;

    /** Bits that are never set in the tail of an open ring. */
    private static final long NO_TAIL = SEALED | (FrameDescriptor.ALIGNMENT - 1);

    private static final int MANY_FAILURES = 1_000;
    private static final byte[] ZEROS = new byte[1 << 16];

    private final ByteBuffer memory;
    private final int capacity;
    private final int mask;
    private final RingMemory owner;
    private final RingIdentity identity;
    private long cleared;
    /** Usable bytes of memory; fewer than {@link #whole} once the file was truncated. */
    private volatile int usable;
    /** All bytes of memory of a ring with this capacity. */
    private final int whole;
    /** Whether {@link #takeCut} has reported the truncation. */
    private volatile boolean reported;
    /** The ring to which producers switch after this one was sealed. */
    private volatile @Nullable Ring next;

    public Ring(RingMemory owner) {
        this.owner = owner;
        this.memory = owner.memory();
        this.capacity = owner.capacity();
        this.usable = memory.capacity();
        this.whole = owner.length();
        this.mask = capacity - 1;
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity is no power of two: capacity=" + capacity);
        }
        this.identity = owner.identity();
    }

    public RingIdentity identity() {
        return identity;
    }

    /** The spill files for its oldest frames; null: frames can't be moved to disk. */
    @Nullable
    public SpillFiles spillFiles() {
        return owner.spillFiles();
    }

    /** The ring's file; null for private memory. */
    @Nullable
    public Path file() {
        return owner.file();
    }

    /** Whether {@link #look} has found the file truncated. The rest is still read; producers should append nothing. */
    public boolean isCut() {
        return usable < whole;
    }

    /** Whether even the ring's head is lost, so that no frame can be found. */
    public boolean isGone() {
        return usable < DATA_OFFSET;
    }

    /**
     * Checks whether the file was truncated since the last look; access to the missing part fails then. Costs a system call. For any
     * thread; concurrent callers that find the same truncation get the same answer.
     */
    public boolean look() {
        int before = usable;
        if (before < DATA_OFFSET) {
            return false;
        }
        int now = owner.usable();
        if (now < before) {
            usable = now;
        }
        return now < before;
    }

    /** Whether the file is truncated and that wasn't reported yet. For the keeper. */
    public boolean takeCut() {
        boolean news = awaitsReport();
        reported |= news;
        return news;
    }

    /** Whether the file is truncated and {@link #takeCut} hasn't reported it yet. */
    public boolean awaitsReport() {
        return isCut() && !reported;
    }

    /** Whether {@code length} bytes from a position on are known to be accessible. */
    public boolean isUsable(long position, int length) {
        return index(position) + length <= usable;
    }

    /** Whether these bytes are accessible now. Costs a system call and changes no state: the next {@link #look} finds the same. */
    public boolean isThere(long position, int length) {
        return index(position) + length <= owner.usable();
    }

    /** A word of the head. Once the head is lost, the ring counts as sealed, empty and finished. */
    private long word(int offset) {
        return isGone() ? offset == TAIL_OFFSET ? SEALED : 0 : Memory.getAcquire(memory, offset);
    }

    public int capacity() {
        return capacity;
    }

    /** The raw memory, for readers that inspect its real content. */
    public ByteBuffer memory() {
        return memory;
    }

    /** The longest frame that this ring takes: an eighth of the ring, so that one frame never fills it. */
    public int maxFrameLength() {
        return capacity >>> 3;
    }

    /**
     * Claims room for a frame of {@code frameLength} bytes, header included; returns its position, or {@link #FULL} or {@link #ENDED}. The
     * caller must then call {@link #write} or {@link #abort}, and run no foreign code in between.
     */
    public long claim(int frameLength, PendingWord pending) {
        if (isGone()) {
            // Where the head is lost, any value may be read, and nothing is stored.
            return ENDED;
        }
        int aligned = FrameDescriptor.align(frameLength);
        for (int failed = 0; ; failed++) {
            if (failed == MANY_FAILURES) {
                // Where the tail is lost with the file's end, a compare-and-set may fail for ever.
                MemoryFault.raise();
                failed = 0;
            }
            long tail = Memory.getAcquire(memory, TAIL_OFFSET);
            if ((tail & NO_TAIL) != 0) {
                // Where the tail is lost with the file's end, any value may be read.
                return tail < 0 ? ENDED : FULL;
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
                // From here to the commit any method call can overflow the stack.
                pending.owed = true;
                CrashPoint.reach("claimed");
                if (padding != 0) {
                    Memory.putRelease(memory, index(tail), FrameDescriptor.header(TYPE_PADDING, padding));
                }
                return tail + padding;
            }
        }
    }

    /** Claims for a thread that can't run out of stack before the commit. */
    public long claim(int frameLength) {
        return claim(frameLength, new PendingWord(() -> {}));
    }

    /** Fills a claimed frame and commits it. Where the file was truncated, the frame may be lost without an error. */
    public void write(long position, byte[] line, int length, long epochNanos) {
        int index = index(position);
        int frameLength = HEADER_LENGTH + length;
        Memory.putOpaque(memory, index, FrameDescriptor.header(TYPE_DATA, -frameLength));
        // If the producer dies here, a reader that finds payload also finds the frame's length.
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

    /** Ends this ring for further claims; frames that are claimed already are still written. Idempotent. */
    public void seal() {
        if (owner.file() == null) {
            Memory.getAndBitwiseOr(memory, TAIL_OFFSET, SEALED);
        } else if (!isGone()) {
            MemoryFault.touch(memory, TAIL_OFFSET);
            Memory.getAndBitwiseOr(memory, TAIL_OFFSET, SEALED);
        }
    }

    /** The end of the claims. */
    public long tail() {
        return word(TAIL_OFFSET) & ~SEALED;
    }

    public boolean isSealed() {
        return word(TAIL_OFFSET) < 0;
    }

    /** Whether this ring is sealed and ends at {@code position}: one load, so that no claim falls between two answers. */
    public boolean isSealedAt(long position) {
        return isGone() || Memory.getAcquire(memory, TAIL_OFFSET) == (position | SEALED);
    }

    public long consumed() {
        return word(CONSUMED_OFFSET);
    }

    /** Whether all frames before a position have reached their sink or are lost. */
    public boolean hasConsumed(long position) {
        return isGone() || consumed() >= position;
    }

    /** The position up to which all frames, from consumed on, are in the spill files. */
    public long spilled() {
        return word(SPILLED_OFFSET);
    }

    /** Publishes that frames are in the spill files; from here on no thread may read them in memory. */
    public void publishSpill(long spilled) {
        Memory.putRelease(memory, SPILLED_OFFSET, spilled);
        // The memory is cleared next; no reader may see the cleared memory without this store.
        VarHandle.fullFence();
    }

    /** The number of bytes of memory in use. */
    public long inUse() {
        return tail() - Math.max(consumed(), spilled());
    }

    /** The end of the last committed frame that is before {@code until} or begins there; {@code from} is a frame's beginning. */
    public long committedUntil(long from, long until) {
        long end = Math.min(until, tail());
        long position = from;
        // The rest of a truncated ring is read in memory, not moved.
        while (position < end && !isCut()) {
            int length = FrameDescriptor.length(headerAcquire(position));
            if (length <= 0) {
                break;
            }
            position += FrameDescriptor.align(length);
        }
        return position;
    }

    /** Returns {@code length} bytes from {@code position} on, or fewer if the ring ends before that. */
    public ByteBuffer view(long position, int length) {
        int index = index(position);
        return memory.slice(index, Math.min(length, memory.capacity() - index));
    }

    /** The number of bytes that are claimed and not consumed. */
    public long backlog() {
        return tail() - consumed();
    }

    @Nullable
    public Ring next() {
        return next;
    }

    public void linkNext(Ring ring) {
        next = ring;
    }

    /** The header word at a position; 0 or a negative length mean: not committed yet. */
    public long headerAcquire(long position) {
        return Memory.getAcquire(memory, index(position));
    }

    /** The time of the first committed line from a frame's beginning on; {@link Long#MAX_VALUE}: none is committed. */
    public long oldestEpochNanos(long from) {
        long position = from;
        long end = tail();
        while (position < end) {
            long header = headerAcquire(position);
            int length = FrameDescriptor.length(header);
            if (length <= 0 || length > capacity) {
                break;
            }
            if (FrameDescriptor.type(header) == TYPE_DATA) {
                return epochNanos(position);
            }
            position += FrameDescriptor.align(length);
        }
        return Long.MAX_VALUE;
    }

    /** The time of the frame at a position; any value where there is no frame, also at the ring's end. */
    public long epochNanos(long position) {
        return Memory.getPlain(memory, index(position + FrameDescriptor.TIME_OFFSET));
    }

    /** Copies a frame's line to {@code into} at the buffer's position, which advances. */
    public void copyLine(long position, int frameLength, ByteBuffer into) {
        int length = frameLength - HEADER_LENGTH;
        int at = into.position();
        into.put(at, memory, index(position) + HEADER_LENGTH, length);
        into.position(at + length);
    }

    /** Marks all frames before {@code position} as written to their sink. */
    public void consume(long position) {
        if (!isGone()) {
            Memory.putRelease(memory, CONSUMED_OFFSET, position);
        }
    }

    /** Whether the positions of a ring that another process wrote are possible. */
    public boolean isPlausible() {
        long consumed = consumed();
        long spilled = spilled();
        // The tail is read last: the other positions never pass it, but the owner goes on meanwhile.
        long tail = tail();
        long used = tail - Math.max(consumed(), spilled());
        return consumed >= 0
                && consumed <= tail
                && spilled >= 0
                && spilled <= tail
                && used <= capacity
                && ((consumed | tail | spilled) & 7) == 0;
    }

    /** Whether this ring is sealed and all its frames have reached their sink: no more frames will come. */
    public boolean isFinished() {
        return isSealedAt(consumed());
    }

    /** Zeroes all whole blocks of consumed or moved frames. */
    public int clearConsumed() {
        return clearConsumed(Integer.MAX_VALUE);
    }

    /**
     * Zeroes whole blocks of consumed or moved frames, about {@code most} bytes at most, and then advances {@code limit}; returns the
     * number of bytes cleared. One thread at a time.
     */
    public int clearConsumed(int most) {
        if (isCut()) {
            return 0;
        }
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
            // The limit advances piece by piece: callers may wait for memory.
            Memory.putRelease(memory, LIMIT_OFFSET, cleared + capacity);
        }
        if (Memory.getAcquire(memory, LIMIT_OFFSET) < cleared + capacity) {
            // An earlier call may have run out of stack right here, before it could advance the limit.
            Memory.putRelease(memory, LIMIT_OFFSET, cleared + capacity);
        }
        return done;
    }

    /** Releases the memory: deletes the ring's file if it has one. The mapping itself lives until it is collected. */
    public void discard() {
        owner.discard(tail(), spilled());
    }

    private int index(long position) {
        return DATA_OFFSET + ((int) position & mask);
    }
}
