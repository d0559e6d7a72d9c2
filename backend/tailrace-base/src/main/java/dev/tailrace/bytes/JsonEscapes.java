package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds and escapes characters that JSON strings may not contain: quotation marks, backslashes and characters below a space; and characters
 * that JSON allows, but that act on a terminal or an editor: DEL, C1, the separators U+2028 and U+2029, and marks that change the direction
 * of writing. A text can be written as UTF-8 first and searched afterwards, a word at a time; most texts have no such character. Not
 * thread-safe.
 */
final class JsonEscapes {
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final long QUOTES = 0x2222_2222_2222_2222L;
    private static final long BACKSLASHES = 0x5c5c_5c5c_5c5c_5c5cL;
    private static final long C1_LEADS = 0xc2c2_c2c2_c2c2_c2c2L;
    private static final long PUNCTUATION_LEADS = 0xe2e2_e2e2_e2e2_e2e2L;
    /** The first byte of every C1 character in UTF-8. */
    private static final byte C1_LEAD = (byte) 0xc2;
    /** The first byte of the separators and the direction marks. */
    private static final byte PUNCTUATION_LEAD = (byte) 0xe2;

    /** Bytes that are searched at a time. */
    private static final int BLOCK = 512;

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
        int found = findSlowly(array, from, Math.min(i, end), end);
        if (found < i) {
            return found;
        }
        int last = end - Long.BYTES;
        // A letter beyond ASCII is mostly followed by more of them.
        for (i = skipPlain(words, i, last); i <= last; i += Long.BYTES) {
            if (isSuspect(words.getLong(i))) {
                found = findSlowly(array, i, i + Long.BYTES, end);
                if (found < i + Long.BYTES) {
                    return found;
                }
            }
        }
        return findSlowly(array, i, end);
    }

    /** A place with nothing but plain ASCII before it, in whole words from {@code from} on; beyond {@code last} if there is nothing else. */
    private static int skipPlain(ByteBuffer words, int from, int last) {
        int i = from;
        while (i <= last) {
            int end = Math.min(i + BLOCK, last + Long.BYTES);
            long hits = 0;
            int at = i;
            // No branch in here: it would take twice the time.
            for (; at <= end - Long.BYTES; at += Long.BYTES) {
                long word = words.getLong(at);
                // A byte's top bit comes up for a control character, DEL, and where a difference is zero; it is up
                // beyond ASCII.
                hits |= word
                        | (word - SPACES)
                        | (word + ONES)
                        | ((word ^ QUOTES) - ONES)
                        | ((word ^ BACKSLASHES) - ONES);
            }
            if ((hits & HIGH) != 0) {
                return i;
            }
            i = at;
        }
        return i;
    }

    /** Whether a word has a byte that must be escaped, or that begins a character which may have to be. */
    private static boolean isSuspect(long word) {
        long low = word & ~HIGH;
        // No byte borrows from or carries into the next: each has its top bit set before, or clear.
        long ascii =
                ~((word | HIGH) - SPACES) | (low + ONES) | ~((low ^ QUOTES) + ~HIGH) | ~((low ^ BACKSLASHES) + ~HIGH);
        long leads = isZero(word ^ C1_LEADS) | isZero(word ^ PUNCTUATION_LEADS);
        return (((ascii & ~word) | leads) & HIGH) != 0;
    }

    /** The top bit of each byte that is zero, and maybe of some above it. */
    private static long isZero(long word) {
        return (word - ONES) & ~word;
    }

    private static int findSlowly(byte[] array, int from, int end) {
        return findSlowly(array, from, end, end);
    }

    /**
     * The place of the first such byte; {@code stop} if there is none before. A character that begins before {@code stop} may end behind
     * it.
     */
    private static int findSlowly(byte[] array, int from, int stop, int end) {
        for (int i = from; i < stop; i++) {
            if (extra(array, i, end) != 0) {
                return i;
            }
        }
        return stop;
    }

    /** How many bytes longer the escape of the character at {@code at} is; 0 where no character begins that must be escaped. */
    private static int extra(byte[] array, int at, int end) {
        byte b = array[at];
        if (b >= 0x20) {
            return b == '"' || b == '\\' ? 1 : b == 0x7f ? 5 : 0;
        }
        if (b >= 0) {
            return b == '\n' || b == '\r' || b == '\t' || b == '\b' || b == '\f' ? 1 : 5;
        }
        if (b == C1_LEAD) {
            return at + 1 < end && isC1(array[at + 1]) ? 4 : 0;
        }
        return b == PUNCTUATION_LEAD && at + 2 < end && isSeparatorOrDirection(array[at + 1], array[at + 2]) ? 3 : 0;
    }

    private static boolean isC1(byte second) {
        return second <= (byte) 0x9f;
    }

    private static boolean isSeparatorOrDirection(byte second, byte third) {
        return second <= (byte) 0x81
                && ControlCharacters.isSeparatorOrDirection((char) (0x2000 | (second & 0x3f) << 6 | (third & 0x3f)));
    }

    /** The length in bytes of a character whose escape is {@code extra} bytes longer. */
    private static int bytes(int extra) {
        return extra == 3 ? 3 : extra == 4 ? 2 : 1;
    }

    /** How many bytes longer the escapes of all characters are. */
    static int extraOf(byte[] array, int from, int end) {
        int extra = 0;
        for (int i = from; i < end; i++) {
            extra += extra(array, i, end);
        }
        return extra;
    }

    /** The end of the longest part of a text that fits into {@code room} bytes when it is escaped: at the start of a character. */
    static int fitting(byte[] array, int from, int end, int room) {
        int at = from;
        int escaped = from;
        while (at < end) {
            int extra = extra(array, at, end);
            int bytes = bytes(extra);
            if (escaped + bytes + extra > room) {
                return Utf8Region.characterStart(array, at, from);
            }
            escaped += bytes + extra;
            at += bytes;
        }
        return end;
    }

    /** Escapes a range in place, which gets {@code extra} bytes longer: the result of {@link #extraOf}. */
    static void expand(byte[] array, int from, int end, int extra) {
        int to = end + extra;
        for (int i = end - 1; to > i + 1 && i >= from; i--) {
            int start = start(array, i, from, end);
            int more = extra(array, start, end);
            if (more == 0) {
                array[--to] = array[i];
            } else if (more == 1) {
                array[--to] = letter(array[i]);
                array[--to] = '\\';
            } else {
                to = escape(character(array, start, more), array, to);
                i = start;
            }
        }
    }

    /** The beginning of the character that ends at {@code at}, if it must be escaped. */
    private static int start(byte[] array, int at, int from, int end) {
        if (array[at] >= 0) {
            return at;
        }
        if (at > from && array[at - 1] == C1_LEAD) {
            return at - 1;
        }
        return at - 1 > from && array[at - 2] == PUNCTUATION_LEAD && extra(array, at - 2, end) != 0 ? at - 2 : at;
    }

    private static int character(byte[] array, int start, int extra) {
        return switch (bytes(extra)) {
            case 2 -> array[start + 1] & 0xff;
            case 3 -> 0x2000 | (array[start + 1] & 0x3f) << 6 | (array[start + 2] & 0x3f);
            default -> array[start];
        };
    }

    /** Writes the escape so that it ends before {@code end}, and returns its beginning. */
    private static int escape(int c, byte[] array, int end) {
        int to = end;
        for (int i = 0; i < 4; i++) {
            array[--to] = TextBuffer.hex((c >> (4 * i)) & 15);
        }
        array[--to] = 'u';
        array[--to] = '\\';
        return to;
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
