package dev.tailrace.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats figures for people, independent of the machine's locale. Thread-safe. */
public final class NumberFormats {
    private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};
    private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};
    /** From this value on, decimals of a double are meaningless. */
    private static final double LARGEST = 1e13;

    private static final String MISSING = "–";

    private NumberFormats() {}

    /** A duration given in nanoseconds: {@code 212 ns}, {@code 4.1 µs}, {@code 47.0 s}; zero is {@code 0}. */
    public static String nanos(double nanos) {
        return nanos == 0 ? "0" : scaled(nanos, TIME_UNITS, 1_000);
    }

    /** An amount of bytes, in powers of 1,000: {@code 0 B}, {@code 1.6 kB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, BYTE_UNITS, 1_000);
    }

    /** An amount of memory, in powers of 1,024 as the JVM and its options count: {@code 1.60 GB}. */
    public static String memory(double bytes) {
        return scaled(bytes, BYTE_UNITS, 1_024);
    }

    /** A whole number with separators: {@code 1,234,567}. */
    public static String count(long count) {
        return grouped(Long.toString(Math.abs(count)), count < 0);
    }

    /** A number with about three significant digits. */
    public static String number(double number) {
        if (!Double.isFinite(number)) {
            return MISSING;
        }
        double magnitude = Math.abs(number);
        if (magnitude >= 100 || number == Math.rint(number)) {
            return fixed(number, 0);
        }
        return fixed(number, magnitude >= 10 ? 1 : 2);
    }

    /** A fraction as percent: 0.123 is {@code 12.3 %}. */
    public static String percent(double fraction) {
        return Double.isFinite(fraction) ? number(fraction * 100) + " %" : MISSING;
    }

    /** A value in a unit; null is a dash. */
    public static String of(@Nullable Object value, Unit unit) {
        if (value == null) {
            return MISSING;
        }
        if (!(value instanceof Number number)) {
            return value.toString();
        }
        double figure = number.doubleValue();
        return switch (unit) {
            case TEXT -> value.toString();
            case COUNT -> Double.isFinite(figure) ? count(Math.round(figure)) : MISSING;
            case NUMBER -> number(figure);
            case NANOS -> nanos(figure);
            case MILLIS -> nanos(figure * 1e6);
            case SECONDS -> nanos(figure * 1e9);
            case BYTES -> bytes(figure);
            case MEMORY -> memory(figure);
            case FRACTION -> percent(figure);
        };
    }

    private static String scaled(double value, String[] units, int step) {
        if (!Double.isFinite(value)) {
            return MISSING;
        }
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= step - 0.5 && unit < units.length - 1) {
            rest /= step;
            unit++;
        }
        // A nanosecond and a byte are not divided further; the larger units keep three digits.
        String digits = unit == 0 && Math.abs(rest) >= 10 ? count(Math.round(rest)) : number3(rest, unit);
        return digits + " " + units[unit];
    }

    private static String number3(double value, int unit) {
        double magnitude = Math.abs(value);
        if (magnitude >= 99.95) {
            return fixed(value, 0);
        }
        if (unit == 0 && value == Math.rint(value)) {
            return fixed(value, 0);
        }
        return fixed(value, magnitude >= 9.995 ? 1 : 2);
    }

    /**
     * Formats with 0 to 2 decimals, rounding half up. A page has thousands of figures, and a JDK formatter takes ten times as long for
     * each.
     */
    private static String fixed(double value, int decimals) {
        if (Math.abs(value) >= LARGEST) {
            return String.format(Locale.ROOT, "%,." + decimals + "f", value);
        }
        int factor = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
        long scaled = Math.round(Math.abs(value) * factor);
        String whole = grouped(Long.toString(scaled / factor), value < 0 && scaled > 0);
        if (decimals == 0) {
            return whole;
        }
        String digits = Long.toString(factor + scaled % factor);
        return whole + "." + digits.substring(1);
    }

    private static String grouped(String digits, boolean negative) {
        StringBuilder text = new StringBuilder(digits.length() + 8);
        if (negative) {
            text.append('-');
        }
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (digits.length() - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        return text.toString();
    }
}
