package dev.tailrace.bytes;

import java.nio.charset.StandardCharsets;

/**
 * Writes doubles and floats as the shortest decimal that reads back as the same value, in the format of JDK 19 and later.
 *
 * <p>Values with few digits, such as prices and quantities, take a short way: {@code n = round(v * 10^k)} with {@code n < 10^15} and
 * {@code n / 10^k == v}. Both operands are exact, so the division rounds once, and {@code n / 10^k} reads back as v; and since no
 * two decimals of at most 15 digits read back as the same double, it is the shortest too. All others go to {@link Schubfach}.
 */
final class DecimalText {
    /** {@code -2.2250738585072014E-308} has 24; and what may be overwritten behind it. */
    static final int MAXIMUM_LENGTH = 24 + IntegerText.OVERSHOOT;

    private static final byte[] NAN = "NaN".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INFINITY = "Infinity".getBytes(StandardCharsets.US_ASCII);

    private DecimalText() {}

    static int write(double value, byte[] array, int at) {
        long bits = Double.doubleToRawLongBits(value);
        double magnitude = Math.abs(value);
        int start = sign(bits < 0 && !Double.isNaN(value), array, at);
        if (magnitude >= 1e-3 && magnitude < 1e7) {
            double thousands = magnitude * 1e3;
            long n = (long) (thousands + 0.5);
            if (n / 1e3 == magnitude) {
                long whole = n / 1_000;
                int point = IntegerText.writePositive(whole, array, start);
                array[point] = '.';
                return IntegerText.writeThreeDecimals((int) (n - whole * 1_000), array, point + 1);
            }
            if (magnitude < 1e6) {
                n = (long) (magnitude * 1e9 + 0.5);
                if (n / 1e9 == magnitude) {
                    return writePlain(n / 1_000_000_000, (int) (n % 1_000_000_000), array, start);
                }
            }
        }
        int biased = (int) (bits >>> 52) & 0x7ff;
        long fraction = bits & (1L << 52) - 1;
        if (biased == 0x7ff) {
            return constant(fraction == 0 ? INFINITY : NAN, array, start);
        }
        if (biased == 0 && fraction == 0) {
            return writeZero(array, start);
        }
        return Schubfach.DOUBLE.write(biased, fraction, array, start);
    }

    static int write(float value, byte[] array, int at) {
        int bits = Float.floatToRawIntBits(value);
        int start = sign(bits < 0 && !Float.isNaN(value), array, at);
        int biased = bits >>> 23 & 0xff;
        long fraction = bits & (1 << 23) - 1;
        if (biased == 0xff) {
            return constant(fraction == 0 ? INFINITY : NAN, array, start);
        }
        if (biased == 0 && fraction == 0) {
            return writeZero(array, start);
        }
        return Schubfach.FLOAT.write(biased, fraction, array, start);
    }

    private static int sign(boolean negative, byte[] array, int at) {
        if (negative) {
            array[at] = '-';
            return at + 1;
        }
        return at;
    }

    private static int constant(byte[] text, byte[] array, int at) {
        System.arraycopy(text, 0, array, at, text.length);
        return at + text.length;
    }

    private static int writeZero(byte[] array, int at) {
        array[at] = '0';
        array[at + 1] = '.';
        array[at + 2] = '0';
        return at + 3;
    }

    /** Writes {@code whole.fraction}, the fraction in units of 10^-9, with at least one decimal and no trailing zeros. */
    private static int writePlain(long whole, int fraction, byte[] array, int at) {
        int first = IntegerText.writePositive(whole, array, at) + 1;
        array[first - 1] = '.';
        IntegerText.writeNine(fraction, array, first);
        int end = first + 9;
        while (end > first + 1 && array[end - 1] == '0') {
            end--;
        }
        return end;
    }

    /** Writes {@code digits * 10^exponent}, {@code digits > 0}. */
    static int write(long digits, int exponent, byte[] array, int at) {
        long significant = digits;
        int power = exponent;
        while (significant % 10 == 0) {
            significant /= 10;
            power++;
        }
        int count = IntegerText.digits(significant);
        // The value is 0.ddd * 10^scale.
        int scale = count + power;
        if (scale > 7 || scale <= -3) {
            return writeScientific(significant, count, scale - 1, array, at);
        }
        if (scale <= 0) {
            int first = writeZeros(2 - scale, array, at);
            array[at + 1] = '.';
            return IntegerText.writePositive(significant, array, first);
        }
        if (count <= scale) {
            int point = writeZeros(scale - count, array, IntegerText.writePositive(significant, array, at));
            array[point] = '.';
            array[point + 1] = '0';
            return point + 2;
        }
        int end = IntegerText.writePositive(significant, array, at + 1);
        System.arraycopy(array, at + 1, array, at, scale);
        array[at + scale] = '.';
        return end;
    }

    private static int writeZeros(int count, byte[] array, int at) {
        for (int i = 0; i < count; i++) {
            array[at + i] = '0';
        }
        return at + count;
    }

    private static int writeScientific(long digits, int count, int exponent, byte[] array, int at) {
        int end = IntegerText.writePositive(digits, array, at + 1);
        array[at] = array[at + 1];
        array[at + 1] = '.';
        if (count == 1) {
            array[end++] = '0';
        }
        array[end] = 'E';
        return IntegerText.write(exponent, array, end + 1);
    }
}
