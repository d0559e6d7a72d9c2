package dev.tailrace.otlp;

import dev.tailrace.bytes.TextBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers and lengths in protobuf's wire format. Lengths come before their text: a byte is left for them, and more are made if needed. */
final class Wire {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Wire() {}

    /** The number of bytes of a varint. */
    static int size(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    /** Writes a varint; returns the place behind it. */
    static int putVarint(byte[] to, int at, long value) {
        int i = at;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            to[i++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[i] = (byte) rest;
        return i + 1;
    }

    static void putFixed64(byte[] to, int at, long value) {
        LONG.set(to, at, value);
    }

    static long fixed64(byte[] from, int at) {
        return (long) LONG.get(from, at);
    }

    static void varint(long value, TextBuffer out) {
        int at = out.length();
        out.appendSpaces(size(value));
        putVarint(out.array(), at, value);
    }

    static void fixed64(long value, TextBuffer out) {
        int at = out.length();
        out.appendSpaces(Long.BYTES);
        putFixed64(out.array(), at, value);
    }

    /** Sets the length of everything behind {@code at}, where one byte was left for it. */
    static void endLength(int at, TextBuffer out) {
        int length = out.length() - at - 1;
        if (length < 0x80) {
            out.array()[at] = (byte) length;
        } else {
            out.insertSpaces(at + 1, size(length) - 1);
            putVarint(out.array(), at, length);
        }
    }
}
