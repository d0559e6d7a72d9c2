package dev.tailrace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies a few bytes by whole words, the last of which overlaps the one before. {@link System#arraycopy} is a call into a stub when the
 * length is not constant, and for the short pieces of a log line, most of the time goes into that call.
 */
final class ShortCopy {
    /** The most bytes {@link #copy} copies. */
    static final int MAXIMUM = 40;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private ShortCopy() {}

    /** Copies the words that the range begins in; up to seven bytes more than {@code count}. The ranges must not overlap. */
    static void copyWords(byte[] from, int at, byte[] to, int into, int count) {
        for (int i = 0; i < count; i += Long.BYTES) {
            LONG.set(to, into + i, (long) LONG.get(from, at + i));
        }
    }

    /** The ranges must not overlap. */
    static void copy(byte[] from, int at, byte[] to, int into, int count) {
        if (count >= Long.BYTES) {
            int last = count - Long.BYTES;
            for (int i = 0; i < last; i += Long.BYTES) {
                LONG.set(to, into + i, (long) LONG.get(from, at + i));
            }
            LONG.set(to, into + last, (long) LONG.get(from, at + last));
        } else if (count >= Integer.BYTES) {
            int last = count - Integer.BYTES;
            INT.set(to, into, (int) INT.get(from, at));
            INT.set(to, into + last, (int) INT.get(from, at + last));
        } else {
            for (int i = 0; i < count; i++) {
                to[into + i] = from[at + i];
            }
        }
    }
}
