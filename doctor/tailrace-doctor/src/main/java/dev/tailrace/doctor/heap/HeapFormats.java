package dev.tailrace.doctor.heap;

import java.util.Locale;

/** Figures as people read them. */
final class HeapFormats {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

    private HeapFormats() {}

    static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /** {@code 1.7 GB}; a unit has 1,024 of the one below, as in the JVM's own figures. */
    static String bytes(double bytes) {
        double value = Math.max(0, bytes);
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return number(value) + " " + UNITS[unit];
    }

    /** A number with one decimal below 10 unless it is whole, and none above. */
    static String number(double value) {
        double tenths = Math.round(value * 10) / 10.0;
        boolean whole = tenths >= 10 || tenths == Math.rint(tenths);
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", whole ? value : tenths);
    }

    static String percent(double share) {
        return number(share * 100) + " %";
    }

    static String millis(double millis) {
        return millis >= 1000 ? number(millis / 1000) + " s" : number(millis) + " ms";
    }
}
