package dev.tailrace.bytes;

/** Writes integers as decimal ASCII digits into an array. */
final class IntegerText {
    static final int MAXIMUM_LENGTH = 20;
    private static final byte[] SMALLEST = "-9223372036854775808".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    /** Tens and ones of 0 to 99: two digits for one division. */
    private static final byte[] TENS = new byte[100];

    private static final byte[] ONES = new byte[100];

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
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

    static int writePositive(long value, byte[] array, int at) {
        int end = at + digits(value);
        writeBackwards(value, array, at, end);
        return end;
    }

    /** The last {@code width} digits of {@code value >= 0}, with leading zeros. */
    static void writeDigits(long value, byte[] array, int at, int width) {
        writeBackwards(value, array, at, at + width);
    }

    private static void writeBackwards(long value, byte[] array, int from, int end) {
        int at = end;
        long rest = value;
        while (rest > Integer.MAX_VALUE && at >= from + 2) {
            long hundredth = rest / 100;
            int pair = (int) (rest - hundredth * 100);
            array[--at] = ONES[pair];
            array[--at] = TENS[pair];
            rest = hundredth;
        }
        int small = (int) (rest > Integer.MAX_VALUE ? rest % 100 : rest);
        while (at >= from + 2) {
            int hundredth = small / 100;
            int pair = small - hundredth * 100;
            array[--at] = ONES[pair];
            array[--at] = TENS[pair];
            small = hundredth;
        }
        if (at > from) {
            array[from] = ONES[small % 100];
        }
    }

    /** How many decimal digits {@code value >= 0} has; 1 for 0. */
    static int digits(long value) {
        if (value < 10_000) {
            int small = (int) value;
            return small < 100 ? (small < 10 ? 1 : 2) : (small < 1000 ? 3 : 4);
        }
        int count = 5;
        long power = 100_000;
        while (count < 19 && value >= power) {
            count++;
            power *= 10;
        }
        return count;
    }
}
