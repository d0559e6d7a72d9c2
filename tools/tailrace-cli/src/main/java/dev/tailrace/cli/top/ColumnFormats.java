package dev.tailrace.cli.top;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers in as few columns as stay readable. */
final class ColumnFormats {
    private static final String UNKNOWN = "-";
    private static final String[] UNITS = {"", "k", "M", "G", "T", "P"};

    private ColumnFormats() {}

    /** At most 5 columns: 999, 1.2k, 345k. */
    static String count(double value) {
        double rest = value;
        int unit = 0;
        while (rest >= 999.5 && unit < UNITS.length - 1) {
            rest /= 1000;
            unit++;
        }
        return (unit == 0 || rest >= 99.95
                        ? String.format(Locale.ROOT, "%.0f", rest)
                        : String.format(Locale.ROOT, "%.1f", rest))
                + UNITS[unit];
    }

    static String count(@Nullable Double value) {
        return value == null ? UNKNOWN : count(value.doubleValue());
    }

    /** At most 6 columns: 999B, 1.2kB, 345MB; a kB has 1024 bytes. */
    static String bytes(double value) {
        double rest = value;
        int unit = 0;
        while (rest >= 999.5 && unit < UNITS.length - 1) {
            rest /= 1024;
            unit++;
        }
        boolean whole = unit == 0 || rest >= 99.95 || Math.abs(rest - Math.rint(rest)) < 0.05;
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", rest) + UNITS[unit] + "B";
    }

    static String bytes(@Nullable Double value) {
        return value == null ? UNKNOWN : bytes(value.doubleValue());
    }

    /** At most 5 columns: 0.3s, 12s, 45m, 13h, 400d. */
    static String age(@Nullable Long millis) {
        if (millis == null) {
            return UNKNOWN;
        }
        if (millis < 9_950) {
            return String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
        }
        long seconds = millis / 1000;
        return seconds < 120
                ? seconds + "s"
                : seconds < 7200
                        ? seconds / 60 + "m"
                        : seconds < 172_800 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }

    /** Used, of what it may be at most. */
    static String used(long used, @Nullable Long cap) {
        return cap == null ? bytes((double) used) : bytes((double) used) + "/" + bytes((double) cap);
    }
}
