package dev.tailrace.engine.sink.member;

import dev.tailrace.engine.sink.Compression;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The head of a member in a log that is written compressed. Readers of gzip and zstd skip it; here it gives the member's length, so that a
 * file can be walked through without decompression. All numbers are little-endian, as in both formats.
 *
 * <pre>
 *  gzip   0  1f 8b 08 04 | 00 00 00 00 | 00 ff | 0c 00 | 'T' 'R' 08 00     header with one extra field
 *        16  length of the member, this header included                   (4 bytes)
 *        20  length of the lines in it                                    (4 bytes)
 *        24  deflated lines, CRC-32, length
 *
 *  zstd   0  5e 2a 4d 18 | 0c 00 00 00 | 'T' 'R' '0' '1'                  a frame to be skipped
 *        12  length of the member, this frame included                    (4 bytes)
 *        16  length of the lines in it                                    (4 bytes)
 *        20  a frame
 * </pre>
 */
public final class MemberDescriptor {
    private static final byte[] GZIP_MARK = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff, 12, 0, 'T', 'R', 8, 0
    };
    private static final byte[] ZSTD_MARK = {0x5e, 0x2a, 0x4d, 0x18, 12, 0, 0, 0, 'T', 'R', '0', '1'};

    /** Enough bytes to recognise a head and to read its lengths. */
    static final int LONGEST_HEAD = 24;

    /** The limit for lines: more than any batch has. A head with a greater length isn't a member's. */
    private static final int LONGEST = 1 << 27;

    private static final Compression[] FORMATS = {Compression.GZIP, Compression.ZSTD};

    private MemberDescriptor() {}

    private static byte[] mark(Compression format) {
        return format == Compression.GZIP ? GZIP_MARK : ZSTD_MARK;
    }

    static int headLength(Compression format) {
        return mark(format).length + 8;
    }

    /** Writes a head into the room at the beginning of {@code bytes}; {@code length} is the member's. */
    static void putHead(Compression format, byte[] bytes, int length, int rawLength) {
        byte[] mark = mark(format);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(mark)
                .putInt(length)
                .putInt(rawLength);
    }

    /** The format of the member at index 0 of {@code bytes}; NONE: there is no whole head. */
    public static Compression format(ByteBuffer bytes) {
        for (Compression format : FORMATS) {
            if (bytes.limit() >= headLength(format) && isMark(format, bytes, 0)) {
                return format;
            }
        }
        return Compression.NONE;
    }

    /** Whether {@code bytes}, maybe incomplete, could be the beginning of a member. */
    static boolean mayBegin(Compression format, ByteBuffer bytes) {
        return bytes.limit() > 0 && commonLength(format, bytes, 0) == Math.min(bytes.limit(), markLength(format));
    }

    /** Whether a member's mark is at {@code index}. */
    static boolean isMark(Compression format, ByteBuffer bytes, int index) {
        return commonLength(format, bytes, index) == markLength(format);
    }

    static int markLength(Compression format) {
        return mark(format).length;
    }

    private static int commonLength(Compression format, ByteBuffer bytes, int index) {
        byte[] mark = mark(format);
        int i = 0;
        while (i < mark.length && index + i < bytes.limit() && bytes.get(index + i) == mark[i]) {
            i++;
        }
        return i;
    }

    /** Whether the lengths in a whole head are possible for a batch: any program can have written them. */
    static boolean isPlausible(Compression format, ByteBuffer head) {
        int length = length(format, head);
        int rawLength = rawLength(format, head);
        return length >= headLength(format) && length <= LONGEST && rawLength >= 0 && rawLength <= LONGEST;
    }

    /** The length of a member with a whole head, in bytes. */
    static int length(Compression format, ByteBuffer head) {
        return number(head, mark(format).length);
    }

    public static int rawLength(Compression format, ByteBuffer head) {
        return number(head, mark(format).length + 4);
    }

    private static int number(ByteBuffer bytes, int index) {
        return (bytes.get(index) & 0xff)
                | (bytes.get(index + 1) & 0xff) << 8
                | (bytes.get(index + 2) & 0xff) << 16
                | (bytes.get(index + 3) & 0xff) << 24;
    }
}
