package dev.tailrace.stress;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.FrameDescriptor;
import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A ring for eight frames of 32 bytes, so small that jcstress can create one for each of about 100,000 races a second. Its memory is
 * accessible, so that a weakened twin can do wrongly what {@link Ring} does right.
 */
final class SmallRing {
    static final int CAPACITY = 256;
    static final int FRAME = 32;
    static final long TIME = 0x0707_0707_0707_0707L;
    static final byte[] LINE = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};

    private static final int BYTES = RingDescriptor.DATA_OFFSET + CAPACITY;
    private static final int RINGS_IN_SLAB = 64;
    private static @Nullable ByteBuffer slab;

    final ByteBuffer memory = allocate();
    final Ring ring = new Ring(new RingMemory(memory, CAPACITY, null, null, false));

    /** Direct memory costs far more to allocate than to slice. */
    private static synchronized ByteBuffer allocate() {
        if (slab == null || slab.remaining() < BYTES) {
            slab = ByteBuffer.allocateDirect(RINGS_IN_SLAB * BYTES);
        }
        ByteBuffer slice = slab.slice(slab.position(), BYTES);
        slab.position(slab.position() + BYTES);
        RingDescriptor.describe(slice, CAPACITY, new RingIdentity(0, 0, 0), 0);
        return slice;
    }

    /** Claims and commits a frame of this length, header included. */
    void append(int frameLength) {
        ring.write(ring.claim(frameLength), LINE, frameLength - HEADER_LENGTH, TIME);
    }

    long load(int offset) {
        return Memory.getAcquire(memory, offset);
    }

    void store(int offset, long value) {
        Memory.putRelease(memory, offset, value);
    }

    /** The offset of a position in the memory. */
    static int index(long position) {
        return RingDescriptor.DATA_OFFSET + (int) (position % CAPACITY);
    }

    /** The number of lines from a position to the tail; -1 if any frame there isn't committed. */
    int linesFrom(long position) {
        int lines = 0;
        for (long at = position; at < ring.tail(); ) {
            long header = ring.headerAcquire(at);
            if (FrameDescriptor.length(header) <= 0) {
                return -1;
            }
            lines += FrameDescriptor.type(header) == FrameDescriptor.TYPE_DATA ? 1 : 0;
            at += FrameDescriptor.align(FrameDescriptor.length(header));
        }
        return lines;
    }
}
