package dev.tailrace.ship;

import dev.tailrace.bytes.TextBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Any bytes as one line of text, and back: lanes and files carry lines, which contain neither NUL nor line feeds. Each byte is inverted,
 * because what would need an escape then is rare: 0xFF, 0xF5 and 0xF8 occur in no UTF-8 text, while 0x00 and 0x0A are in each protobuf
 * message. Those three are written as two bytes. Thread-safe.
 */
public final class RecordCodec {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_DIGITS = 0xF0F0F0F0F0F0F0F0L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final byte NUL = 0;
    private static final byte LINE_FEED = '\n';
    private static final byte ESCAPE = 7;
    private static final byte ESCAPED_NUL = 1;
    private static final byte ESCAPED_LINE_FEED = 2;
    private static final byte ESCAPED_ESCAPE = 3;
    private static final byte[] LINE_END = {LINE_FEED};

    /** The most bytes of a line with its line feed: what each target's lanes take. */
    public static final int LONGEST = 1 << 20;

    private RecordCodec() {}

    /** The most bytes that {@link #encode} adds to a record of this length. */
    public static int mostAdded(int length) {
        return length + 1;
    }

    /**
     * Encodes the bytes from {@code start} on in place, and appends a line feed. A record that is too long then is
     * truncated.
     */
    public static void encode(TextBuffer line, int start) {
        int escapes = invert(line.array(), start, line.length());
        int most = Math.min(line.maximumLength(), start + LONGEST);
        int missing = line.length() + escapes + 1 - most;
        if (missing > 0) {
            line.truncate(Math.max(start, line.length() - missing));
            escapes = escapes(line.array(), start, line.length());
        }
        if (escapes > 0) {
            int end = line.length();
            line.appendSpaces(escapes);
            escape(line.array(), start, end, escapes);
        }
        line.append(LINE_END);
    }

    /** Encodes a record that ends with a line from {@code lineStart} on, whose line end is left out. */
    public static void encodeLine(TextBuffer record, int start, int lineStart) {
        int end = record.length();
        while (end > lineStart && (record.array()[end - 1] == '\n' || record.array()[end - 1] == '\r')) {
            end--;
        }
        record.shorten(start, Math.min(end, Math.min(record.maximumLength(), start + LONGEST) - 1));
        encode(record, start);
    }

    /** Inverts bytes; returns the number of those that need an escape then. They are looked for where any byte is below 16. */
    private static int invert(byte[] bytes, int from, int to) {
        int count = 0;
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long word = ~(long) LONG.get(bytes, i);
            LONG.set(bytes, i, word);
            if (hasZero(word & HIGH_DIGITS) != 0) {
                count += escapes(bytes, i, i + Long.BYTES);
            }
        }
        for (int rest = i; rest < to; rest++) {
            bytes[rest] = (byte) ~bytes[rest];
        }
        return count + escapes(bytes, i, to);
    }

    private static int escapes(byte[] bytes, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += isSpecial(bytes[i]) ? 1 : 0;
        }
        return count;
    }

    /** Not 0 when one of the eight bytes is 0. */
    private static long hasZero(long word) {
        return word - ONES & ~word & HIGH_BITS;
    }

    private static boolean isSpecial(byte b) {
        return b == NUL || b == LINE_FEED || b == ESCAPE;
    }

    /** From the end on, so that no byte is overwritten before it is read; up to the first that is escaped. */
    private static void escape(byte[] bytes, int from, int to, int escapes) {
        int at = to + escapes;
        for (int i = to - 1; at > i + 1 && i >= from; i--) {
            byte b = bytes[i];
            if (isSpecial(b)) {
                bytes[--at] = b == NUL ? ESCAPED_NUL : b == LINE_FEED ? ESCAPED_LINE_FEED : ESCAPED_ESCAPE;
                bytes[--at] = ESCAPE;
            } else {
                bytes[--at] = b;
            }
        }
    }

    /** The place of the next line feed; {@code end} if there is none. */
    static int lineFeed(byte[] bytes, int start, int end) {
        int i = start;
        while (i <= end - Long.BYTES && hasZero((long) LONG.get(bytes, i) ^ LINE_FEED * ONES) == 0) {
            i += Long.BYTES;
        }
        while (i < end && bytes[i] != LINE_FEED) {
            i++;
        }
        return i;
    }

    /**
     * Decodes one line, without its line feed, into {@code to}, which may be the same array at the same place or before.
     *
     * @return the end of the decoded bytes in {@code to}; -1: it isn't an encoded line, for instance as bytes of it are missing
     */
    public static int decode(byte[] from, int start, int end, byte[] to, int at) {
        int out = at;
        for (int i = start; i < end; i++) {
            while (i <= end - Long.BYTES && hasZero((long) LONG.get(from, i) & HIGH_DIGITS) == 0) {
                LONG.set(to, out, ~(long) LONG.get(from, i));
                i += Long.BYTES;
                out += Long.BYTES;
            }
            if (i == end) {
                break;
            }
            byte b = from[i];
            if (b == ESCAPE) {
                i++;
                byte escaped = i < end ? from[i] : 0;
                if (escaped < ESCAPED_NUL || escaped > ESCAPED_ESCAPE) {
                    return -1;
                }
                b = escaped == ESCAPED_NUL ? NUL : escaped == ESCAPED_LINE_FEED ? LINE_FEED : ESCAPE;
            } else if (isSpecial(b)) {
                return -1;
            }
            to[out++] = (byte) ~b;
        }
        return out;
    }
}
