package dev.tailrace.guest.view;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The words at the beginning of a ring's file, read through a channel and checked: none of them leads outside of the ring.
 *
 * @param capacity in bytes; 0: the ring is not finished, or there is a problem
 * @param problem why the ring can't be used, without a full stop; empty: none
 * @param passing whether the problem may come from reading while the words were written
 */
record RingHead(
        RingIdentity ring,
        long capacity,
        long tail,
        boolean sealed,
        long limit,
        long consumed,
        long spilled,
        String problem,
        boolean passing) {
    static RingHead read(FileChannel in, RingName name, boolean dead) throws IOException {
        ByteBuffer head = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET);
        long size = in.size();
        in.read(head, 0);
        long magic = word(head, RingDescriptor.MAGIC_OFFSET);
        long major = word(head, RingDescriptor.VERSION_OFFSET) >>> 32;
        long capacity = word(head, RingDescriptor.CAPACITY_OFFSET);
        long tailWord = word(head, RingDescriptor.TAIL_OFFSET);
        if (magic == 0 && tailWord == 0) {
            return broken(dead ? "" : "it is being made", false);
        }
        if (magic != RingDescriptor.MAGIC) {
            return broken("it is no ring", false);
        }
        if (major != RingDescriptor.VERSION_MAJOR) {
            return broken(
                    "its format is of version " + major + ", this Tailrace knows " + RingDescriptor.VERSION_MAJOR,
                    false);
        }
        if (capacity < RingDescriptor.MIN_CAPACITY
                || capacity > RingDescriptor.MAX_CAPACITY
                || Long.bitCount(capacity) != 1
                || size != RingDescriptor.DATA_OFFSET + capacity) {
            return broken("its capacity of " + capacity + " bytes doesn't go with its size of " + size, false);
        }
        long laneWord = word(head, RingDescriptor.LANE_OFFSET);
        if (laneWord != ((long) name.lane() << 32 | name.generation())) {
            return broken("its name is another ring's", false);
        }
        long tail = tailWord & ~RingDescriptor.SEALED;
        long consumed = word(head, RingDescriptor.CONSUMED_OFFSET);
        long spilled = word(head, RingDescriptor.SPILLED_OFFSET);
        if (consumed < 0
                || consumed > tail
                || spilled < 0
                || spilled > tail
                || tail - Math.max(consumed, spilled) > capacity
                || ((consumed | tail | spilled) & 7) != 0) {
            return broken(
                    "its positions can't be: tail=" + tail + ", consumed=" + consumed + ", spilled=" + spilled, !dead);
        }
        return new RingHead(
                RingIdentity.of(word(head, RingDescriptor.OWNER_ID_OFFSET), laneWord),
                capacity,
                tail,
                tailWord < 0,
                word(head, RingDescriptor.LIMIT_OFFSET),
                consumed,
                spilled,
                "",
                false);
    }

    private static RingHead broken(String problem, boolean passing) {
        return new RingHead(new RingIdentity(0, 0, 0), 0, 0, false, 0, 0, 0, problem, passing);
    }

    static long consumed(FileChannel in) throws IOException {
        return word(in, RingDescriptor.CONSUMED_OFFSET);
    }

    static long spilled(FileChannel in) throws IOException {
        return word(in, RingDescriptor.SPILLED_OFFSET);
    }

    private static long word(FileChannel in, int offset) throws IOException {
        ByteBuffer word = ByteBuffer.allocateDirect(Long.BYTES);
        in.read(word, offset);
        return Memory.getPlain(word, 0);
    }

    private static long word(ByteBuffer head, int offset) {
        return Memory.getPlain(head, offset);
    }
}
