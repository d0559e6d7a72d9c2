package dev.tailrace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH = 0x8080_8080_8080_8080L;
    private static final long SPACES = 0x2020_2020_2020_2020L;
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
        if (window.length == 0) {
            window = new char[WINDOW];
            from = CharBuffer.wrap(window);
        }
        if (to.array() != array) {
            to = ByteBuffer.wrap(array);
        }
        int done = 0;
        while (done < count) {
            int size = Math.min(WINDOW, count - done);
            text.getChars(done, done + size, window, 0);
            from.limit(size).position(0);
            to.limit(at + done + size).position(at + done);
            encoder.reset().encode(from, to, true);
            int copied = from.position();
            int clean = printable(array, at + done, copied);
            done += clean;
            if (clean < size) {
                break;
            }
        }
        return done;
    }

    private static int printable(byte[] array, int at, int count) {
        int i = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            long word = (long) LONG.get(array, at + i);
            // A byte's top bit comes up for: beyond ASCII; less than a space (it borrows); DEL (it carries).
            if (((word | word - SPACES | word + ONES) & HIGH) != 0) {
                int clean = printableSlowly(array, at + i, Long.BYTES);
                if (clean < Long.BYTES) {
                    return i + clean;
                }
            }
        }
        return i + printableSlowly(array, at + i, count - i);
    }

    private static int printableSlowly(byte[] array, int at, int count) {
        for (int i = 0; i < count; i++) {
            byte b = array[at + i];
            if ((b < 0x20 && b != '\t') || b == 0x7f) {
                return i;
            }
        }
        return count;
    }
}
