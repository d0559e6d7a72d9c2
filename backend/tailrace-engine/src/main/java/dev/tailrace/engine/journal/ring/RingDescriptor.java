package dev.tailrace.engine.journal.ring;

import dev.tailrace.bytes.Memory;
import java.nio.ByteBuffer;

/**
 * The layout of a ring's memory. All words are 8 bytes, little-endian. The three positions grow forever; a position's place in the
 * data is its remainder by the capacity. Each has a cache line (and its prefetched neighbour) to itself.
 *
 * <pre>
 *  +-------------------------------+
 *  |  Magic "TAILRACE"             |     0
 *  |  Version: major, minor        |     8   (major in the upper 32 bits)
 *  |  Capacity in bytes            |    16   (a power of two)
 *  |  Process id of the owner      |    24
 *  |  Start of the owner, ms       |    32
 *  |  Lane and generation          |    40   (lane in the upper 32 bits)
 *  |  Id of the owner              |    48   (random)
 *  +-------------------------------+
 *  |  tail: end of what is claimed |   128   (top bit: sealed)
 *  +-------------------------------+
 *  |  limit: no claim beyond       |   256
 *  +-------------------------------+
 *  |  consumed: all before is done |   384
 *  +-------------------------------+
 *  |  spilled: all before is in    |   512   (from consumed on)
 *  |  the spill files              |
 *  +-------------------------------+
 *  |  data                       ... |  4096
 *  +-------------------------------+
 * </pre>
 */
public final class RingDescriptor {
    public static final long MAGIC = 0x4543_4152_4C49_4154L; // "TAILRACE" in memory
    public static final int VERSION_MAJOR = 2;
    public static final int VERSION_MINOR = 0;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int CAPACITY_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int START_OFFSET = 32;
    public static final int LANE_OFFSET = 40;
    public static final int OWNER_ID_OFFSET = 48;
    public static final int TAIL_OFFSET = 128;
    public static final int LIMIT_OFFSET = 256;
    public static final int CONSUMED_OFFSET = 384;
    public static final int SPILLED_OFFSET = 512;
    public static final int DATA_OFFSET = 4096;

    /** The bit of the tail that ends a ring for further claims. */
    public static final long SEALED = Long.MIN_VALUE;

    public static final int MIN_CAPACITY = 1 << 12;
    public static final int MAX_CAPACITY = 1 << 29;

    /** The longest line that any ring takes: with its header, an eighth of the largest ring. */
    public static final int MAX_LINE_LENGTH = (MAX_CAPACITY >>> 3) - FrameDescriptor.HEADER_LENGTH;

    private RingDescriptor() {}

    /** Describes zeroed memory as an empty ring. The magic comes last: a file without it is not finished. */
    public static void describe(ByteBuffer memory, int capacity, RingIdentity identity, long startMillis) {
        Memory.putPlain(memory, VERSION_OFFSET, (long) VERSION_MAJOR << 32 | VERSION_MINOR);
        Memory.putPlain(memory, CAPACITY_OFFSET, capacity);
        Memory.putPlain(memory, PID_OFFSET, ProcessHandle.current().pid());
        Memory.putPlain(memory, START_OFFSET, startMillis);
        Memory.putPlain(memory, LANE_OFFSET, identity.laneAndGeneration());
        Memory.putPlain(memory, OWNER_ID_OFFSET, identity.ownerId());
        Memory.putPlain(memory, LIMIT_OFFSET, capacity);
        Memory.putRelease(memory, MAGIC_OFFSET, MAGIC);
    }
}
