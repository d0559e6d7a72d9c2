package dev.tailrace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes integers as decimal ASCII digits into an array, three at a time: one division and one store for each three. A store takes four
 * bytes, so that up to {@link #OVERSHOOT} bytes behind the text are overwritten, unless a method says otherwise.
 */
final class IntegerText {
    /** Bytes behind a text that may be overwritten. */
    static final int OVERSHOOT = 3;

    /** The longest text, with the bytes that may be overwritten behind it. */
    static final int MAXIMUM_LENGTH = 20 + OVERSHOOT;

    private static final byte[] SMALLEST = "-9223372036854775808".getBytes(StandardCharsets.US_ASCII);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /**
     * For 0 to 999: the three digits, the first in the lowest byte; in the highest byte, how many bits the leading zeros take (the last
     * digit is none), plus, as 1 and 2, how many trailing zeros there are (the first digit is none).
     */
    private static final int[] THREES = new int[1_000];

    private static final int ZERO_BITS = 0b1_1000;
    private static final long[] POWERS = new long[19];
    private static final long BILLION = 1_000_000_000L;

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
        for (int i = 0; i < 1_000; i++) {
            int zeroBits = i < 10 ? 16 : i < 100 ? 8 : 0;
            int trailing = i % 100 == 0 ? 2 : i % 10 == 0 ? 1 : 0;
            THREES[i] = ('0' + i / 100) | ('0' + i / 10 % 10) << 8 | ('0' + i % 10) << 16 | (zeroBits | trailing) << 24;
        }
    }

    private IntegerText() {}

    /** Returns the position after the last digit. */
    static int write(long value, byte[] array, int at) {
        if (value >= 0) {
            return writePositive(value, array, at);
        }
        if (value == Long.MIN_VALUE) {
            System.arraycopy(SMALLEST, 0, array, at, SMALLEST.length);
            return at + SMALLEST.length;
        }
        array[at] = '-';
        return writePositive(-value, array, at + 1);
    }

    /** Returns the position after the last digit of {@code value >= 0}. */
    static int writePositive(long value, byte[] array, int at) {
        if (value < BILLION) {
            return writePositive((int) value, array, at);
        }
        long billions = value / BILLION;
        int rest = (int) (value - billions * BILLION);
        int next;
        if (billions < BILLION) {
            next = writePositive((int) billions, array, at);
        } else {
            int first = (int) (billions / BILLION);
            array[at] = (byte) ('0' + first);
            writeNine((int) (billions - first * BILLION), array, at + 1);
            next = at + 10;
        }
        writeNine(rest, array, next);
        return next + 9;
    }

    /** {@code 0 <= value < 10^9}. */
    private static int writePositive(int value, byte[] array, int at) {
        if (value < 1_000) {
            return writeFirst(value, array, at);
        }
        int thousands = value / 1_000;
        int last = value - thousands * 1_000;
        int next;
        if (thousands < 1_000) {
            next = writeFirst(thousands, array, at);
        } else {
            int millions = thousands / 1_000;
            next = writeFirst(millions, array, at);
            INT.set(array, next, THREES[thousands - millions * 1_000]);
            next += 3;
        }
        INT.set(array, next, THREES[last]);
        return next + 3;
    }

    /** Without leading zeros. */
    private static int writeFirst(int value, byte[] array, int at) {
        int three = THREES[value];
        int zeroBits = three >>> 24 & ZERO_BITS;
        INT.set(array, at, three >>> zeroBits);
        return at + 3 - (zeroBits >> 3);
    }

    /** All nine digits of {@code 0 <= value < 10^9}. */
    static void writeNine(int value, byte[] array, int at) {
        int thousands = value / 1_000;
        int millions = thousands / 1_000;
        INT.set(array, at, THREES[millions]);
        INT.set(array, at + 3, THREES[thousands - millions * 1_000]);
        INT.set(array, at + 6, THREES[value - thousands * 1_000]);
    }

    /** Three decimals ({@code 0 <= value < 1000}) without trailing zeros, but at least one; returns the position after the last decimal. */
    static int writeThreeDecimals(int value, byte[] array, int at) {
        int three = THREES[value];
        INT.set(array, at, three);
        return at + 3 - (three >>> 24 & 3);
    }

    /** The last {@code width} digits of {@code value >= 0}, with leading zeros; overwrites no other byte. */
    static void writeDigits(long value, byte[] array, int at, int width) {
        if (width == 3 && value < 1_000) {
            int three = THREES[(int) value];
            SHORT.set(array, at, (short) three);
            array[at + 2] = (byte) (three >>> 16);
            return;
        }
        long rest = value;
        for (int i = at + width - 1; i >= at; i--) {
            long tenth = rest / 10;
            array[i] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
    }

    /** The number of decimal digits of {@code value >= 0}; 1 for 0. */
    static int digits(long value) {
        // 1233 / 4096 is the logarithm of 2: the result is right, or one too small.
        long odd = value | 1; // Has as many digits, and 0 has one.
        int guess = ((Long.SIZE - Long.numberOfLeadingZeros(odd)) * 1_233) >>> 12;
        return odd < POWERS[guess] ? guess : guess + 1;
    }
}
