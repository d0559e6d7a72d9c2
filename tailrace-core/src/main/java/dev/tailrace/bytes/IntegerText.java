package dev.tailrace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes integers as decimal ASCII digits into an array. */
final class IntegerText {
    static final int MAXIMUM_LENGTH = 20;

    private static final byte[] SMALLEST = "-9223372036854775808".getBytes(StandardCharsets.US_ASCII);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    /** The two digits of 0 to 99, the tens in the lower byte: one division and one store for both. */
    private static final short[] PAIRS = new short[100];

    static {
        for (int i = 0; i < 100; i++) {
            PAIRS[i] = (short) (('0' + i / 10) | ('0' + i % 10) << 8);
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
        if (value <= Integer.MAX_VALUE) {
            int end = at + digits((int) value);
            writeBackwards((int) value, array, at, end);
            return end;
        }
        int end = at + digits(value);
        writeBackwards(value, array, at, end);
        return end;
    }

    /** The last {@code width} digits of {@code value >= 0}, with leading zeros. */
    static void writeDigits(long value, byte[] array, int at, int width) {
        if (value > Integer.MAX_VALUE) {
            writeBackwards(value, array, at, at + width);
        } else {
            writeBackwards((int) value, array, at, at + width);
        }
    }

    private static void writeBackwards(long value, byte[] array, int from, int end) {
        int at = end;
        long rest = value;
        while (rest > Integer.MAX_VALUE && at >= from + 2) {
            long hundredth = rest / 100;
            at -= 2;
            SHORT.set(array, at, PAIRS[(int) (rest - hundredth * 100)]);
            rest = hundredth;
        }
        writeBackwards((int) (rest > Integer.MAX_VALUE ? rest % 10 : rest), array, from, at);
    }

    private static void writeBackwards(int value, byte[] array, int from, int end) {
        int at = end;
        int rest = value;
        while (at >= from + 2) {
            int hundredth = rest / 100;
            at -= 2;
            SHORT.set(array, at, PAIRS[rest - hundredth * 100]);
            rest = hundredth;
        }
        if (at > from) {
            array[from] = (byte) ('0' + rest % 10);
        }
    }

    /** How many decimal digits {@code value >= 0} has; 1 for 0. */
    static int digits(long value) {
        if (value <= Integer.MAX_VALUE) {
            return digits((int) value);
        }
        int count = 10;
        long power = 10_000_000_000L;
        while (count < 19 && value >= power) {
            count++;
            power *= 10;
        }
        return count;
    }

    private static int digits(int value) {
        if (value < 100_000) {
            if (value < 100) {
                return value < 10 ? 1 : 2;
            }
            return value < 1_000 ? 3 : value < 10_000 ? 4 : 5;
        }
        if (value < 10_000_000) {
            return value < 1_000_000 ? 6 : 7;
        }
        return value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
    }
}
