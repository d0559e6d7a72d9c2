package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Copies long strings in windows that stay in the first-level cache. Both copies, out of the string and into bytes, are vectorised
 * intrinsics of the JVM; a public way from a string's bytes straight to an array, that notices characters beyond Latin-1 and
 * allocates nothing, does not exist. Not thread-safe.
 */
final class LatinCopy {
    private static final int WINDOW = 1024;
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final long TABS = 0x0909_0909_0909_0909L;
    private static final long LINE_FEEDS = 0x0a0a_0a0a_0a0a_0a0aL;
    private static final long RETURNS = 0x0d0d_0d0d_0d0d_0d0dL;
    private static final long ONES = 0x0101_0101_0101_0101L;

    private final CharsetEncoder encoder = StandardCharsets.ISO_8859_1.newEncoder();
    private char[] window = new char[0];
    private CharBuffer from = CharBuffer.wrap(window);
    private ByteBuffer to = ByteBuffer.wrap(new byte[0]);

    /**
     * Copies the first {@code count} characters of {@code text}, up to the first that is neither printable ASCII nor TAB, and returns
     * how many. The array must have room for all of them.
     */
    int copyPrintable(String text, int count, byte[] array, int at) {
        return copy(text, count, array, at, true, false);
    }

    /** The same, but CR and LF are copied, too. */
    int copyLines(String text, int count, byte[] array, int at) {
        return copy(text, count, array, at, true, true);
    }

    /** The same, up to the first that is not ASCII. */
    int copyAscii(String text, int count, byte[] array, int at) {
        return copy(text, count, array, at, false, false);
    }

    private int copy(String text, int count, byte[] array, int at, boolean printable, boolean lines) {
        if (window.length == 0) {
            window = new char[WINDOW];
            from = CharBuffer.wrap(window);
        }
        if (to.array() != array) {
            to = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
        }
        int done = 0;
        while (done < count) {
            int size = Math.min(WINDOW, count - done);
            text.getChars(done, done + size, window, 0);
            from.limit(size).position(0);
            to.limit(at + done + size).position(at + done);
            encoder.reset().encode(from, to, true);
            int copied = from.position();
            int clean =
                    printable ? printable(to, array, at + done, copied, lines) : ascii(to, array, at + done, copied);
            done += clean;
            if (clean < size) {
                break;
            }
        }
        return done;
    }

    /**
     * Words are read through the buffer and at aligned places. Compiled, neither matters; but an application may start under load, with
     * more threads than CPUs, and in the interpreter a variable handle or an unaligned word costs a microsecond and more.
     */
    private static int printable(ByteBuffer words, byte[] array, int at, int count, boolean lines) {
        int i = Math.min(count, -at & Long.BYTES - 1);
        int clean = printableSlowly(array, at, i, lines);
        if (clean < i) {
            return clean;
        }
        words.clear();
        int end = i + (count - i & -Long.BYTES);
        if (unusual(words, at + i, at + end) != 0 && refused(words, at + i, at + end, lines) != 0) {
            while (refused(words, at + i, at + i + Long.BYTES, lines) == 0) {
                i += Long.BYTES;
            }
            return i + printableSlowly(array, at + i, Long.BYTES, lines);
        }
        return end + printableSlowly(array, at + end, count - end, lines);
    }

    /** Not zero where a byte is beyond ASCII, less than a space (it borrows) or DEL (it carries). No branch, as in {@link #refused}. */
    private static long unusual(ByteBuffer words, int from, int end) {
        long all = 0;
        for (int i = from; i < end; i += Long.BYTES) {
            long word = words.getLong(i);
            all |= word | word - SPACES | word + ONES;
        }
        return all & HIGH;
    }

    private static int ascii(ByteBuffer words, byte[] array, int at, int count) {
        int i = Math.min(count, -at & Long.BYTES - 1);
        int clean = asciiSlowly(array, at, i);
        if (clean < i) {
            return clean;
        }
        words.clear();
        int end = i + (count - i & -Long.BYTES);
        if (beyondAscii(words, at + i, at + end) != 0) {
            while (beyondAscii(words, at + i, at + i + Long.BYTES) == 0) {
                i += Long.BYTES;
            }
            return i + asciiSlowly(array, at + i, Long.BYTES);
        }
        return end + asciiSlowly(array, at + end, count - end);
    }

    private static long beyondAscii(ByteBuffer words, int from, int end) {
        long all = 0;
        for (int i = from; i < end; i += Long.BYTES) {
            all |= words.getLong(i);
        }
        return all & HIGH;
    }

    private static int asciiSlowly(byte[] array, int at, int count) {
        for (int i = 0; i < count; i++) {
            if (array[at + i] < 0) {
                return i;
            }
        }
        return count;
    }

    /**
     * The exact test, for text with a TAB or line end in it: lines of tab-separated values have one in nearly every word. Not zero where a
     * byte is refused. A loop that only collects bits takes a third of the time of one that tests each word.
     */
    private static long refused(ByteBuffer words, int from, int end, boolean lines) {
        long all = 0;
        for (int i = from; i < end; i += Long.BYTES) {
            long word = words.getLong(i);
            long low = word & ~HIGH;
            // No byte borrows from or carries into the next: each has its top bit set before, or clear.
            long control = ~((word | HIGH) - SPACES) & ((low ^ TABS) + ~HIGH);
            if (lines) {
                control &= ((low ^ LINE_FEEDS) + ~HIGH) & ((low ^ RETURNS) + ~HIGH);
            }
            all |= word | control | low + ONES;
        }
        return all & HIGH;
    }

    private static int printableSlowly(byte[] array, int at, int count, boolean lines) {
        for (int i = 0; i < count; i++) {
            byte b = array[at + i];
            boolean kept = b >= 0x20 || b == '\t' || (lines && (b == '\n' || b == '\r'));
            if (!kept || b == 0x7f) {
                return i;
            }
        }
        return count;
    }
}
