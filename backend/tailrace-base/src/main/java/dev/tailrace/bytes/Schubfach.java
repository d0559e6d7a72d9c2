package dev.tailrace.bytes;

import java.math.BigInteger;

/**
 * Finds the shortest decimal of a binary floating-point number, by the algorithm of Raffaello Giulietti, "The Schubfach way to
 * render doubles" (2021); the names below are the paper's. JDK 19 and later render with the same algorithm, and with one rule more that is kept here:
 * where one digit would do, the closest decimal of two digits is taken (4.9E-324, not 5E-324).
 *
 * <p>Floats use the doubles' table: it holds more bits than they need.
 */
final class Schubfach {
    static final Schubfach DOUBLE = new Schubfach(53, -1074, 3);
    static final Schubfach FLOAT = new Schubfach(24, -149, 8);

    private static final int K_MIN = -324;
    private static final int K_MAX = 292;
    private static final long LOW_63 = Long.MAX_VALUE;
    /** For each k the upper and lower 63 bits of g. */
    private static final long[] G = powersOfTen();

    private final int precision;
    private final int smallestExponent;
    /** Numerators below it are multiplied by ten first, or they would not have two digits. */
    private final long tiny;

    private Schubfach(int precision, int smallestExponent, long tiny) {
        this.precision = precision;
        this.smallestExponent = smallestExponent;
        this.tiny = tiny;
    }

    /** {@code g = floor(10^-k * 2^-r) + 1} with r such that g has 126 bits. */
    private static long[] powersOfTen() {
        long[] table = new long[(K_MAX - K_MIN + 1) * 2];
        for (int k = K_MIN; k <= K_MAX; k++) {
            int r = floorLog2OfPowerOf10(-k) - 125;
            BigInteger g;
            if (k <= 0) {
                BigInteger power = BigInteger.TEN.pow(-k);
                g = r >= 0 ? power.shiftRight(r) : power.shiftLeft(-r);
            } else {
                g = BigInteger.ONE.shiftLeft(-r).divide(BigInteger.TEN.pow(k));
            }
            g = g.add(BigInteger.ONE);
            int at = (k - K_MIN) * 2;
            table[at] = g.shiftRight(63).longValueExact();
            table[at + 1] = g.and(BigInteger.valueOf(LOW_63)).longValueExact();
        }
        return table;
    }

    /** Writes the value with these fields, which is finite and not zero. */
    int write(int biasedExponent, long fraction, byte[] array, int at) {
        if (biasedExponent == 0) {
            return fraction < tiny
                    ? write(smallestExponent, fraction * 10, -1, array, at)
                    : write(smallestExponent, fraction, 0, array, at);
        }
        int q = biasedExponent + smallestExponent - 1;
        long c = fraction | 1L << (precision - 1);
        int fractionBits = -q;
        if (fractionBits > 0 && fractionBits < precision) {
            long whole = c >> fractionBits;
            if (whole << fractionBits == c) {
                return DecimalText.write(whole, 0, array, at);
            }
        }
        return write(q, c, 0, array, at);
    }

    private int write(int q, long c, int shift, byte[] array, int at) {
        // 0 if the ends of the rounding interval belong to it (even c), 1 if not.
        long out = c & 1;
        long cb = c << 2;
        long cbr = cb + 2;
        long cbl;
        int k;
        if (c != 1L << (precision - 1) || q == smallestExponent) {
            cbl = cb - 2;
            k = floorLog10OfPowerOf2(q);
        } else {
            // A power of two: the gap below is half as wide.
            cbl = cb - 1;
            k = floorLog10OfThreeQuartersOfPowerOf2(q);
        }
        int h = q + floorLog2OfPowerOf10(-k) + 2;
        long g1 = G[(k - K_MIN) * 2];
        long g0 = G[(k - K_MIN) * 2 + 1];
        long vb = roundToOdd(g1, g0, cb << h);
        long vbl = roundToOdd(g1, g0, cbl << h);
        long vbr = roundToOdd(g1, g0, cbr << h);
        long s = vb >> 2;
        if (s >= 100) {
            long sp10 = s / 10 * 10;
            long tp10 = sp10 + 10;
            boolean upin = vbl + out <= sp10 << 2;
            boolean wpin = (tp10 << 2) + out <= vbr;
            if (upin != wpin) {
                return DecimalText.write(upin ? sp10 : tp10, k + shift, array, at);
            }
        }
        long t = s + 1;
        boolean uin = vbl + out <= s << 2;
        boolean win = (t << 2) + out <= vbr;
        if (uin != win) {
            return DecimalText.write(uin ? s : t, k + shift, array, at);
        }
        long comparison = vb - ((s + t) << 1);
        boolean lower = comparison < 0 || (comparison == 0 && (s & 1) == 0);
        return DecimalText.write(lower ? s : t, k + shift, array, at);
    }

    /** {@code g * cp / 2^127}, its last bit set if anything was lost. */
    private static long roundToOdd(long g1, long g0, long cp) {
        long x1 = Math.multiplyHigh(g0, cp);
        long y0 = g1 * cp;
        long y1 = Math.multiplyHigh(g1, cp);
        long z = (y0 >>> 1) + x1;
        long w = y1 + (z >>> 63);
        return w | ((z & LOW_63) + LOW_63) >>> 63;
    }

    // Fixed-point logarithms; the constants are exact enough for every exponent of a double, which a test checks.

    static int floorLog10OfPowerOf2(int e) {
        return (int) ((e * 661_971_961_083L) >> 41);
    }

    static int floorLog10OfThreeQuartersOfPowerOf2(int e) {
        return (int) ((e * 661_971_961_083L - 274_743_187_321L) >> 41);
    }

    static int floorLog2OfPowerOf10(int e) {
        return (int) ((e * 913_124_641_741L) >> 38);
    }
}
