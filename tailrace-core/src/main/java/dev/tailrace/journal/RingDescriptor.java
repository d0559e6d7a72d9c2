package dev.tailrace.journal;

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
 *  +-------------------------------+
 *  |  tail: end of what is claimed |   128   (top bit: sealed)
 *  +-------------------------------+
 *  |  limit: no claim beyond       |   256
 *  +-------------------------------+
 *  |  consumed: all before is done |   384
 *  +-------------------------------+
 *  |  data                       ... |  4096
 *  +-------------------------------+
 * </pre>
 */
final class RingDescriptor {
    static final long MAGIC = 0x4543_4152_4C49_4154L; // "TAILRACE" in memory
    static final int VERSION_MAJOR = 0;
    static final int VERSION_MINOR = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int CAPACITY_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int START_OFFSET = 32;
    static final int LANE_OFFSET = 40;
    static final int TAIL_OFFSET = 128;
    static final int LIMIT_OFFSET = 256;
    static final int CONSUMED_OFFSET = 384;
    static final int DATA_OFFSET = 4096;

    /** The bit of the tail that ends a ring for further claims. */
    static final long SEALED = Long.MIN_VALUE;

    static final int MIN_CAPACITY = 1 << 12;
    static final int MAX_CAPACITY = 1 << 29;

    /** The longest line for which there can be a ring: with its header, an eighth of the largest. */
    static final int MAX_LINE_LENGTH = (MAX_CAPACITY >>> 3) - FrameDescriptor.HEADER_LENGTH;

    private RingDescriptor() {}
}
