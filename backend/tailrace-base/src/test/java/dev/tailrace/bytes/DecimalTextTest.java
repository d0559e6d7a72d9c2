package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTextTest {
    private static final int ROUNDS = 300_000;
    /** From here on the JDK prints the shortest decimal, too. */
    private static final boolean SHORTEST_JDK = Runtime.version().feature() >= 19;

    private final TextBuffer buffer = new TextBuffer(64, 64);

    private String text(double value) {
        buffer.clear();
        return buffer.append(value).toString();
    }

    private String text(float value) {
        buffer.clear();
        return buffer.append(value).toString();
    }

    @ParameterizedTest
    @CsvSource({
        "0x0.0p0, 0.0",
        "-0x0.0p0, -0.0",
        "1.0, 1.0",
        "101.25, 101.25",
        "0.1, 0.1",
        "-0.001, -0.001",
        "0.0009999, 9.999E-4",
        "1.0E-5, 1.0E-5",
        "9999999.0, 9999999.0",
        "9999999.999, 9999999.999",
        "1.0E7, 1.0E7",
        "1.0E10, 1.0E10",
        "1.2345678E7, 1.2345678E7",
        "0.30000000000000004, 0.30000000000000004",
        "2.0E-3, 0.002",
        "2.2250738585072014E-308, 2.2250738585072014E-308",
        "4.9E-324, 4.9E-324",
        "1.0E-323, 9.9E-324",
        "1.7976931348623157E308, 1.7976931348623157E308",
        "9007199254740993.0, 9.007199254740992E15",
        "2.0E23, 2.0E23",
        "123456.789, 123456.789",
        "999999.999999999, 999999.999999999"
    })
    void append_knownDouble_writesShortest(String value, String expected) {
        assertThat(text(Double.parseDouble(value))).isEqualTo(expected);
    }

    @Test
    void append_noNumber_writesItsName() {
        assertThat(text(Double.NaN)).isEqualTo("NaN");
        assertThat(text(Double.longBitsToDouble(-1L))).isEqualTo("NaN");
        assertThat(text(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
        assertThat(text(Float.NaN)).isEqualTo("NaN");
        assertThat(text(Float.POSITIVE_INFINITY)).isEqualTo("Infinity");
        assertThat(text(Float.MIN_VALUE)).isEqualTo("1.4E-45");
        assertThat(text(Float.MAX_VALUE)).isEqualTo("3.4028235E38");
        assertThat(text(-0.0f)).isEqualTo("-0.0");
        assertThat(text(0.1f)).isEqualTo("0.1");
    }

    @Test
    void append_randomDoubles_readBackAndAreShortest() {
        Random random = seeded();
        for (int i = 0; i < ROUNDS; i++) {
            check(random(random, i));
        }
    }

    private static double random(Random random, int i) {
        return switch (i % 6) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextLong() / 1e3;
            case 2 -> random.nextInt(100_000_000) / 100.0;
            case 3 -> random.nextDouble() * Math.pow(10, random.nextInt(12) - 4);
            case 4 -> Math.scalb(1.0, random.nextInt(2098) - 1074);
            default -> random.nextInt() / Math.pow(10, random.nextInt(12));
        };
    }

    private void check(double value) {
        String text = text(value);
        String jdk = Double.toString(value);
        double back = Double.parseDouble(text);
        if (Double.doubleToLongBits(back) != Double.doubleToLongBits(value)) {
            fail("%s reads back as %s", text, back);
        }
        if (SHORTEST_JDK ? !text.equals(jdk) : text.length() > jdk.length()) {
            fail("%s, but the JDK writes %s", text, jdk);
        }
    }

    @Test
    void append_randomFloats_readBackAndAreShortest() {
        Random random = seeded();
        for (int i = 0; i < ROUNDS; i++) {
            float value = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(10_000_000) / 100.0f;
            String text = text(value);
            String jdk = Float.toString(value);
            float back = Float.parseFloat(text);
            if (Float.floatToIntBits(back) != Float.floatToIntBits(value)) {
                fail("%s reads back as %s", text, back);
            }
            if (SHORTEST_JDK ? !text.equals(jdk) : text.length() > jdk.length()) {
                fail("%s, but the JDK writes %s", text, jdk);
            }
        }
    }

    @Test
    void append_doublesOnJdk19AndLater_equalsToString() {
        if (!SHORTEST_JDK) {
            System.out.println("NOT RUN: needs JDK 25");
            org.junit.jupiter.api.Assumptions.abort("needs JDK 25");
        }
        for (int exponent = -1074; exponent < 1024; exponent++) {
            double power = Math.scalb(1.0, exponent);
            for (double value : new double[] {power, Math.nextUp(power), Math.nextDown(power)}) {
                assertThat(text(value)).isEqualTo(Double.toString(value));
            }
        }
    }

    @Test
    void floorLogarithms_everyExponentOfADouble_areExact() {
        for (int e = -1100; e <= 1100; e++) {
            int k = Schubfach.floorLog10OfPowerOf2(e);
            assertThat(atMost(10, k, 2, e) && !atMost(10, k + 1, 2, e))
                    .as("log10(2^%d)", e)
                    .isTrue();
        }
        for (int e = -330; e <= 330; e++) {
            int r = Schubfach.floorLog2OfPowerOf10(e);
            assertThat(atMost(2, r, 10, e) && !atMost(2, r + 1, 10, e))
                    .as("log2(10^%d)", e)
                    .isTrue();
        }
    }

    /** Whether a^b <= c^d. */
    private static boolean atMost(int a, int b, int c, int d) {
        BigInteger left = BigInteger.valueOf(a)
                .pow(Math.max(0, b))
                .multiply(BigInteger.valueOf(c).pow(Math.max(0, -d)));
        BigInteger right = BigInteger.valueOf(c)
                .pow(Math.max(0, d))
                .multiply(BigInteger.valueOf(a).pow(Math.max(0, -b)));
        return left.compareTo(right) <= 0;
    }

    private static Random seeded() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        return new Random(seed);
    }
}
