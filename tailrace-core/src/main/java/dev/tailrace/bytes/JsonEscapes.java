package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds and escapes what may not stand in a JSON string as it is: quotation marks, backslashes and characters below a space. All of
 * them are ASCII, so that a text can be written as UTF-8 first and looked through afterwards, a word at a time; most have none. Not
 * thread-safe.
 */
final class JsonEscapes {
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final long QUOTES = 0x2222_2222_2222_2222L;
    private static final long BACKSLASHES = 0x5c5c_5c5c_5c5c_5c5cL;

    private ByteBuffer words = ByteBuffer.wrap(new byte[0]);

    /** The place of the first byte that must be escaped; {@code end} when there is none. */
    int find(byte[] array, int from, int end) {
        if (end - from < Long.BYTES * 2) {
            return findSlowly(array, from, end);
        }
        if (words.array() != array) {
            words = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
        }
        // As in LatinCopy: through the buffer and aligned, for the sake of the interpreter.
        int i = from + (-from & Long.BYTES - 1);
        int found = findSlowly(array, from, i);
        if (found < i) {
            return found;
        }
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            long word = words.getLong(i);
            long quote = word ^ QUOTES;
            long backslash = word ^ BACKSLASHES;
            // A byte's top bit comes up for a control character, and where a difference is zero.
            long hits = ((word - SPACES) & ~word) | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
            if ((hits & HIGH) != 0) {
                return findSlowly(array, i, end);
            }
        }
        return findSlowly(array, i, end);
    }

    private static int findSlowly(byte[] array, int from, int end) {
        for (int i = from; i < end; i++) {
            if (extra(array[i]) != 0) {
                return i;
            }
        }
        return end;
    }

    /** How many bytes the escape of this one has more. */
    static int extra(byte b) {
        if (b >= 0x20) {
            return b == '"' || b == '\\' ? 1 : 0;
        }
        if (b < 0) {
            return 0;
        }
        return b == '\n' || b == '\r' || b == '\t' || b == '\b' || b == '\f' ? 1 : 5;
    }

    /** How many bytes the escapes of all have more. */
    static int extra(byte[] array, int from, int end) {
        int extra = 0;
        for (int i = from; i < end; i++) {
            extra += extra(array[i]);
        }
        return extra;
    }

    /** The end of that part of a text which, escaped, ends before {@code room}: at the start of a character. */
    static int fitting(byte[] array, int from, int end, int room) {
        int at = from;
        int escaped = from;
        while (at < end && escaped + 1 + extra(array[at]) <= room) {
            escaped += 1 + extra(array[at++]);
        }
        return at < end ? Utf8Region.characterStart(array, at, from) : end;
    }

    /** Escapes a range in place, which gets {@code extra} bytes longer: the sum of what its bytes have more. */
    static void expand(byte[] array, int from, int end, int extra) {
        int to = end + extra;
        for (int i = end - 1; to > i + 1 && i >= from; i--) {
            byte b = array[i];
            int more = extra(b);
            if (more == 0) {
                array[--to] = b;
            } else if (more == 1) {
                array[--to] = letter(b);
                array[--to] = '\\';
            } else {
                array[--to] = TextBuffer.hex(b & 15);
                array[--to] = TextBuffer.hex(b >> 4);
                array[--to] = '0';
                array[--to] = '0';
                array[--to] = 'u';
                array[--to] = '\\';
            }
        }
    }

    private static byte letter(byte b) {
        return (byte)
                switch (b) {
                    case '\n' -> 'n';
                    case '\r' -> 'r';
                    case '\t' -> 't';
                    case '\b' -> 'b';
                    case '\f' -> 'f';
                    default -> b;
                };
    }
}
