package dev.tailrace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Aligned 8-byte words of a direct or mapped buffer, read and written in a named memory order. Words are little-endian on every
 * machine, because other processes read them.
 *
 * <p>Indexes must be multiples of 8 from the buffer's start; the buffer's own bounds are checked on each access
 * ({@link IndexOutOfBoundsException}).
 */
public final class Memory {
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private static final VarHandle ARRAY = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** Longer texts are copied by the JVM, which takes some ten nanoseconds to begin and then is faster. */
    private static final int LONGEST_BY_WORDS = 256;

    private Memory() {}

    public static long getPlain(ByteBuffer memory, int index) {
        return (long) WORD.get(memory, index);
    }

    public static long getAcquire(ByteBuffer memory, int index) {
        return (long) WORD.getAcquire(memory, index);
    }

    public static long getVolatile(ByteBuffer memory, int index) {
        return (long) WORD.getVolatile(memory, index);
    }

    public static void putPlain(ByteBuffer memory, int index, long value) {
        WORD.set(memory, index, value);
    }

    public static void putOpaque(ByteBuffer memory, int index, long value) {
        WORD.setOpaque(memory, index, value);
    }

    public static void putRelease(ByteBuffer memory, int index, long value) {
        WORD.setRelease(memory, index, value);
    }

    /** Copies {@code from[0]} to {@code from[length - 1]}; the last word overlaps the one before. In no particular memory order. */
    public static void putBytes(ByteBuffer memory, int index, byte[] from, int length) {
        if (length < Long.BYTES || length > LONGEST_BY_WORDS) {
            memory.put(index, from, 0, length);
            return;
        }
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            WORD.set(memory, index + i, (long) ARRAY.get(from, i));
        }
        WORD.set(memory, index + last, (long) ARRAY.get(from, last));
    }

    public static boolean compareAndSet(ByteBuffer memory, int index, long expected, long value) {
        return WORD.compareAndSet(memory, index, expected, value);
    }

    /** Adds atomically and returns the word as it was before. */
    public static long getAndAdd(ByteBuffer memory, int index, long delta) {
        return (long) WORD.getAndAdd(memory, index, delta);
    }

    /** Replaces the word atomically and returns it as it was before. */
    public static long getAndSet(ByteBuffer memory, int index, long value) {
        return (long) WORD.getAndSet(memory, index, value);
    }

    /** Sets bits atomically and returns the word as it was before. */
    public static long getAndBitwiseOr(ByteBuffer memory, int index, long bits) {
        return (long) WORD.getAndBitwiseOr(memory, index, bits);
    }
}
