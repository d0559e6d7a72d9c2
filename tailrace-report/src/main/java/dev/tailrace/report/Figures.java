package dev.tailrace.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes figures for human readers, always in the same way whatever the machine's language is. Thread-safe. */
public final class Figures {
    private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};
    private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};
    private static final String MISSING = "–";

    private Figures() {}

    /** A duration given in nanoseconds: {@code 212 ns}, {@code 4.1 µs}, {@code 47.0 s}; nothing is {@code 0}. */
    public static String nanos(double nanos) {
        return nanos == 0 ? "0" : scaled(nanos, TIME_UNITS);
    }

    /** An amount of bytes, in powers of 1,000: {@code 0 B}, {@code 1.6 kB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, BYTE_UNITS);
    }

    /** A whole number with separators: {@code 1,234,567}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A number with about three significant digits. */
    public static String number(double number) {
        if (!Double.isFinite(number)) {
            return MISSING;
        }
        double magnitude = Math.abs(number);
        if (magnitude >= 100 || number == Math.rint(number)) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return String.format(Locale.ROOT, magnitude >= 10 ? "%.1f" : "%.2f", number);
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
            case FRACTION -> percent(figure);
        };
    }

    private static String scaled(double value, String[] units) {
        if (!Double.isFinite(value)) {
            return MISSING;
        }
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= 999.5 && unit < units.length - 1) {
            rest /= 1_000;
            unit++;
        }
        // A nanosecond and a byte are not divided further; the larger units keep three digits.
        String digits = unit == 0 && Math.abs(rest) >= 10 ? count(Math.round(rest)) : number3(rest, unit);
        return digits + " " + units[unit];
    }

    private static String number3(double value, int unit) {
        double magnitude = Math.abs(value);
        if (magnitude >= 99.95) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (unit == 0 && value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, magnitude >= 9.995 ? "%.1f" : "%.2f", value);
    }
}
