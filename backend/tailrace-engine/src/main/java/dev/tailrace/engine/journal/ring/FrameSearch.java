package dev.tailrace.engine.journal.ring;

import static dev.tailrace.engine.journal.ring.FrameDescriptor.HEADER_LENGTH;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_ABORTED;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_DATA;
import static dev.tailrace.engine.journal.ring.FrameDescriptor.TYPE_PADDING;

import java.io.IOException;

/**
 * Finds the next frame in the damaged ring of a dead process. Frames have no checksum, so the search relies on their form: length and type,
 * the bytes that are always zero, and a time between 2000 and 2100. A line's content can imitate this form, but the search only finds it if
 * the ring is damaged right before it.
 */
public final class FrameSearch {
    /** The earliest plausible time of a frame, in nanoseconds since 1970. */
    public static final long EARLIEST = 946_684_800L * 1_000_000_000L;

    public static final long LATEST = 4_102_444_800L * 1_000_000_000L;

    private final int capacity;
    private final Words words;

    /** Access to the words of a ring. */
    public interface Words {
        /** The word at a position; any value, such as −1, where there is none. */
        long at(long position) throws IOException;
    }

    public FrameSearch(int capacity, Words words) {
        this.capacity = capacity;
        this.words = words;
    }

    /** Whether this header can be a producer's, for a frame that is finished, begun or not begun. */
    boolean canBegin(long position, long end) throws IOException {
        long header = words.at(position);
        int length = FrameDescriptor.length(header);
        if (header == 0) {
            return true;
        }
        int begun = length < 0 && length != Integer.MIN_VALUE ? -length : length;
        return fits(position, FrameDescriptor.type(header), begun, header, end);
    }

    /**
     * Whether a frame with plausible length and type seems to be its producer's work: the memory behind its last byte is zero, no frame
     * begins inside it, and at its end the next frame begins, or one of which only the header is damaged.
     *
     * @param length the frame's length; negative for an unfinished frame
     */
    public boolean isTrue(long position, int length, long end) throws IOException {
        long header = words.at(position);
        long next = position + FrameDescriptor.align(length);
        if (!hasZeros(header)
                || next > end
                || (FrameDescriptor.type(header) == TYPE_DATA && !endsInZeros(position, length))
                || find(position + FrameDescriptor.ALIGNMENT, next, end) != next) {
            return false;
        }
        return next == end
                || canBegin(next, end)
                || (isTime(words.at(next + FrameDescriptor.TIME_OFFSET)) && endsInLineFeed(position, length));
    }

    /**
     * Whether the line ends in a line feed, as nearly all lines do. Text can look like a time, so a plausible time alone doesn't confirm a
     * length that is too small.
     */
    private boolean endsInLineFeed(long position, int length) throws IOException {
        int last = length - 1;
        long word = words.at(position + (last & -FrameDescriptor.ALIGNMENT));
        int shift = (last & (FrameDescriptor.ALIGNMENT - 1)) * Byte.SIZE;
        return (byte) (word >>> shift) == '\n';
    }

    /** Memory is zero before it is written to. */
    private boolean endsInZeros(long position, int length) throws IOException {
        int rest = length & (FrameDescriptor.ALIGNMENT - 1);
        return rest == 0 || words.at(position + length - rest) >>> (rest * Byte.SIZE) == 0;
    }

    private static boolean isTime(long nanos) {
        return nanos >= EARLIEST && nanos <= LATEST;
    }

    /** The first position of a frame from {@code from} on; {@code end}, the end of the claims, if there is none. */
    public long find(long from, long end) throws IOException {
        return find(from, end, end);
    }

    private long find(long from, long until, long end) throws IOException {
        for (long position = from; position < until; position += FrameDescriptor.ALIGNMENT) {
            if (isFrame(position, FrameDescriptor.length(words.at(position)), end)) {
                return position;
            }
        }
        return until;
    }

    private boolean isFrame(long position, int length, long end) throws IOException {
        long header = words.at(position);
        int type = FrameDescriptor.type(header);
        if (!fits(position, type, length, header, end)) {
            return false;
        }
        if (type != TYPE_DATA) {
            return true;
        }
        return isTime(words.at(position + FrameDescriptor.TIME_OFFSET)) && endsInZeros(position, length);
    }

    private boolean fits(long position, int type, int length, long header, long end) {
        int toEnd = capacity - (int) (position & (capacity - 1));
        if (!hasZeros(header)) {
            return false;
        }
        if (type == TYPE_PADDING) {
            return length == toEnd && position + length <= end;
        }
        return (type == TYPE_DATA || type == TYPE_ABORTED)
                && length >= HEADER_LENGTH
                && length <= capacity >>> 3
                && FrameDescriptor.align(length) <= toEnd
                && position + FrameDescriptor.align(length) <= end;
    }

    /** Whether destination and reserved bits are zero. */
    private static boolean hasZeros(long header) {
        return (header >>> 32 & 0xFF_FFFF) == 0;
    }
}
