package dev.tailrace.engine.journal.ring;

/**
 * The layout of a frame, and its header word. Frames begin at multiples of 8 bytes; all numbers are little-endian.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |  Length, signed: 0 nothing yet, negative being written        |  0
 *  +-------------------------------+---------------+---------------+
 *  |  Destination (0 for now)      |  Reserved, 0  |  Type         |  4
 *  +-------------------------------+---------------+---------------+
 *  |  Time of the event, nanoseconds since 1970                    |  8
 *  |                                                               | 12
 *  +---------------------------------------------------------------+
 *  |  Bytes of the line, padded to a multiple of 8               ...  16
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>The length counts header and line without the last padding. A padding frame, which fills the end of a ring, may be as short as
 * its header word.
 */
public final class FrameDescriptor {
    public static final int HEADER_LENGTH = 16;
    public static final int TIME_OFFSET = 8;
    public static final int ALIGNMENT = 8;

    public static final int TYPE_DATA = 1;
    /** A frame without a line: skips the end of the ring. */
    public static final int TYPE_PADDING = 2;
    /** A frame without a line: its producer failed between claim and commit, and marked the frame. */
    public static final int TYPE_ABORTED = 3;

    private FrameDescriptor() {}

    public static int align(int length) {
        return (length + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    public static long header(int type, int length) {
        return (long) type << 56 | (length & 0xFFFF_FFFFL);
    }

    public static int length(long header) {
        return (int) header;
    }

    public static int type(long header) {
        return (int) (header >>> 56);
    }
}
