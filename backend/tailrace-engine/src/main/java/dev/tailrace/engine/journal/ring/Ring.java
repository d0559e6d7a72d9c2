package dev.tailrace.engine.journal.ring;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_ABORTED;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_DATA;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_PADDING;
import static dev.tailrace.engine.journal.ring.RingDescriptor.CONSUMED_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.DATA_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.LIMIT_OFFSET;
import static dev.tailrace.engine.journal.ring.RingDescriptor.MAGIC_OFFSET;
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
 * <p>Assumptions: {@link #claim}, {@link #write}, {@link #abort} are called by any thread; the reader's methods by one thread at a
 * time; {@link #clearConsumed} by one thread at a time (see {@code Lane.tidy}). Memory is zero when the ring is made.
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

    /** Bits that are not set in the tail of a ring that takes frames. */
    private static final long NO_TAIL = SEALED | (FrameDescriptor.ALIGNMENT - 1);

    private static final int MANY_FAILURES = 1_000;
    private static final long UNUSUAL = 0x9E37_79B9_7F4A_7C15L;
    private static final int PAGE = 4096;
    private static final byte[] ZEROS = new byte[1 << 16];

    private final ByteBuffer memory;
    private final int capacity;
    private final int mask;
    private final RingMemory owner;
    private final RingIdentity identity;
    private long cleared;
    /** Bytes of memory that can be used. Less than all once the file was truncated. */
    private volatile int usable;
    /** Bytes of memory that a ring of this capacity has. */
    private final int whole;
    /** Whether {@link #takeCut} has said so. */
    private boolean reported;
    /** The ring that producers go on with after this one was sealed. */
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

    /** Where its oldest frames may be moved to; null: nowhere. */
    @Nullable
    public SpillFiles spillFiles() {
        return owner.spillFiles();
    }

    /** Its file; null when it is private memory. */
    @Nullable
    public Path file() {
        return owner.file();
    }

    /** Whether its file was found to be cut by {@link #look}. What is left of it is still read; nothing should be appended. */
    public boolean isCut() {
        return usable < whole;
    }

    /** Whether not even its head is left, so that nothing in it can be found. */
    public boolean isGone() {
        return usable < DATA_OFFSET;
    }

    /**
     * Looks whether the file was truncated since the last look, after which touching what is gone fails. Costs a system call. For any
     * thread; one that finds the same at the same time gets the same answer.
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

    /** Throws the error that the JVM would throw some time, if the file was cut. */
    void requireWhole() {
        if (file() != null && isCutNow()) {
            throw new InternalError("the file was cut");
        }
    }

    /** Whether it is truncated and was not reported yet. For the keeper. */
    public boolean takeCut() {
        boolean news = isCut() && !reported;
        reported |= news;
        return news;
    }

    /** Whether what a frame has from a position on can be touched, as far as is known. */
    public boolean isUsable(long position, int length) {
        return index(position) + length <= usable;
    }

    /** Whether it can be touched now. Costs a system call, and changes nothing: the next {@link #look} finds the same. */
    public boolean isThere(long position, int length) {
        return index(position) + length <= owner.usable();
    }

    /** Whether what stood at a position has been read and is where it belongs, as far as can be seen. */
    public boolean isConfirmed(long position) {
        try {
            long consumed = word(CONSUMED_OFFSET);
            MemoryFault.raise();
            return position < consumed;
        } catch (InternalError e) {
            return false;
        }
    }

    /** A word of the head. Once that is gone, the ring is sealed, empty and finished. */
    private long word(int offset) {
        return isGone() ? offset == TAIL_OFFSET ? SEALED : 0 : Memory.getAcquire(memory, offset);
    }

    public int capacity() {
        return capacity;
    }

    /** For readers that look at what is really there. */
    public ByteBuffer memory() {
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
        for (int failed = 0; ; failed++) {
            if (failed == MANY_FAILURES) {
                // Where the word is gone, a compare-and-set may fail for ever.
                MemoryFault.raise();
                failed = 0;
            }
            long tail = Memory.getAcquire(memory, TAIL_OFFSET);
            if ((tail & NO_TAIL) != 0) {
                // Where the word is gone, anything can seem to stand there.
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
                // From here to the commit any call can overflow the stack.
                pending.owed = true;
                CrashPoint.reach("claimed");
                if (padding != 0) {
                    Memory.putRelease(memory, index(tail), FrameDescriptor.header(TYPE_PADDING, padding));
                    if (!Memory.holdsLower(memory, index(tail), FrameDescriptor.header(TYPE_PADDING, padding))) {
                        // The end of the file may be cut off, and the beginning, where the frame is, not.
                        requireWhole();
                    }
                }
                return tail + padding;
            }
        }
    }

    /** The same for a thread that can't run out of stack in between. */
    public long claim(int frameLength) {
        return claim(frameLength, new PendingWord(() -> {}));
    }

    /**
     * Fills a claimed frame and commits it; false when it may be that its memory is gone, because the file was cut, or that it was read and
     * cleared meanwhile.
     */
    public boolean write(long position, byte[] line, int length, long epochNanos) {
        int index = index(position);
        int frameLength = HEADER_LENGTH + length;
        Memory.putOpaque(memory, index, FrameDescriptor.header(TYPE_DATA, -frameLength));
        // A reader that finds payload of a producer that died here also finds the frame's length.
        VarHandle.storeStoreFence();
        CrashPoint.reach("negative length");
        int end = index + frameLength - 1;
        // What is cut off is a file's end: in one page the header, which is stored last, proves the rest.
        boolean pages = ((index ^ end) & -PAGE) != 0;
        if (pages && !endIsThere(position, end)) {
            return false;
        }
        Memory.putBytes(memory, index + HEADER_LENGTH, line, length);
        CrashPoint.reach("payload");
        if (pages && length >= Long.BYTES && !Memory.endsWith(memory, end + 1, line, length)) {
            return false;
        }
        long header = FrameDescriptor.header(TYPE_DATA, frameLength);
        Memory.putPlain(memory, index + FrameDescriptor.TIME_OFFSET, epochNanos);
        Memory.putRelease(memory, index, header);
        CrashPoint.reach("committed");
        return Memory.holds(memory, index, header, epochNanos) && headIsThere();
    }

    /**
     * Whether the page is there in which the frame was claimed. A file that is truncated to nothing loses its first pages first, so a claim can have
     * failed unnoticed while the frame's memory is still there.
     */
    private boolean headIsThere() {
        return Memory.holds(memory, MAGIC_OFFSET, RingDescriptor.MAGIC, RingDescriptor.VERSION_MINOR);
    }

    /** Whether the last page of a frame is there, which is in more than one. Its last word is zero before and after. */
    private boolean endIsThere(long position, int end) {
        int last = end & -Long.BYTES;
        long proof = (position + 2) * UNUSUAL;
        Memory.putRelease(memory, last, proof);
        boolean there = Memory.holdsLower(memory, last, proof) || file() == null || !isCutNow();
        Memory.putPlain(memory, last, 0);
        return there;
    }

    private boolean isCutNow() {
        look();
        return isCut();
    }

    /** Commits a claimed frame as one without content. */
    public void abort(long position, int frameLength) {
        Memory.putRelease(memory, index(position), FrameDescriptor.header(TYPE_ABORTED, frameLength));
    }

    /** Ends this ring for further claims; those that were made are still written. Idempotent. */
    public void seal() {
        if (owner.file() == null) {
            Memory.getAndBitwiseOr(memory, TAIL_OFFSET, SEALED);
        } else if (!isGone()) {
            MemoryFault.touch(memory, TAIL_OFFSET);
            Memory.getAndBitwiseOr(memory, TAIL_OFFSET, SEALED);
        }
    }

    /** The end of what is claimed. */
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

    /** Whether all before a position has reached its sink, or is lost. */
    public boolean hasConsumed(long position) {
        return isGone() || consumed() >= position;
    }

    /** All before it, from consumed on, is in the spill files. */
    public long spilled() {
        return word(SPILLED_OFFSET);
    }

    /** Says that frames are in the spill files; from here on no thread may read them in memory. */
    public void publishSpill(long spilled) {
        Memory.putRelease(memory, SPILLED_OFFSET, spilled);
        // The memory is cleared next; no reader may see that and not this.
        VarHandle.fullFence();
    }

    /** Bytes of memory that are in use. */
    public long inUse() {
        return tail() - Math.max(consumed(), spilled());
    }

    /** The end of the last committed frame that lies before {@code until} or begins there; {@code from} is a frame's beginning. */
    public long committedUntil(long from, long until) {
        long end = Math.min(until, tail());
        long position = from;
        // What is left of one that was cut is read where it is.
        while (position < end && !isCut()) {
            int length = FrameDescriptor.length(headerAcquire(position));
            if (length <= 0) {
                break;
            }
            position += FrameDescriptor.align(length);
        }
        return position;
    }

    /** The bytes from a position on, {@code length} of them or as many as there are up to the ring's end. */
    public ByteBuffer view(long position, int length) {
        int index = index(position);
        return memory.slice(index, Math.min(length, memory.capacity() - index));
    }

    /** Bytes that are claimed and not consumed. */
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

    /** The time of the first line from a frame's beginning on; {@link Long#MAX_VALUE}: none is committed. */
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
                // Where memory is cleared meanwhile, anything can seem to be a header.
                boolean fits = ((int) position & mask) + HEADER_LENGTH <= capacity;
                return fits ? epochNanos(position) : Long.MAX_VALUE;
            }
            position += FrameDescriptor.align(length);
        }
        return Long.MAX_VALUE;
    }

    public long epochNanos(long position) {
        return Memory.getPlain(memory, index(position) + FrameDescriptor.TIME_OFFSET);
    }

    /** Copies a frame's line to {@code into} at its position, which moves on. */
    public void copyLine(long position, int frameLength, ByteBuffer into) {
        int length = frameLength - HEADER_LENGTH;
        int at = into.position();
        into.put(at, memory, index(position) + HEADER_LENGTH, length);
        into.position(at + length);
    }

    /** Says that all before {@code position} has reached its sink. */
    public void consume(long position) {
        if (!isGone()) {
            Memory.putRelease(memory, CONSUMED_OFFSET, position);
        }
    }

    /** Whether the positions of a ring that another process wrote are possible. */
    public boolean isPlausible() {
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
    public boolean isFinished() {
        return isSealedAt(consumed());
    }

    /** Zeroes all whole blocks of what was consumed or moved away. */
    public int clearConsumed() {
        return clearConsumed(Integer.MAX_VALUE);
    }

    /**
     * Zeroes whole blocks of what was consumed or moved away, or about {@code most} bytes of them, and then moves {@code limit} on; returns
     * the bytes cleared. One thread at a time.
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
    public void discard() {
        owner.discard(tail(), spilled());
    }

    private int index(long position) {
        return DATA_OFFSET + ((int) position & mask);
    }
}
