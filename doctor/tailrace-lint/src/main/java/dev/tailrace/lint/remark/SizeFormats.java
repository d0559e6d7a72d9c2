package dev.tailrace.lint.remark;

import java.util.Locale;

/** Sizes as Logback counts them, and durations, for people. */
public final class SizeFormats {
    private SizeFormats() {}

    /** In powers of 1,024, as in the configuration. */
    public static String bytes(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double rest = bytes;
        int unit = 0;
        while (rest >= 1024 && unit < units.length - 1) {
            rest /= 1024;
            unit++;
        }
        boolean whole = rest == Math.rint(rest) || rest >= 100;
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", rest, units[unit]);
    }

    public static String seconds(double seconds) {
        if (seconds < 0.0995) {
            return String.format(Locale.ROOT, "%.0f ms", Math.max(1, seconds * 1000));
        }
        return String.format(Locale.ROOT, seconds < 9.95 ? "%.1f s" : "%,.0f s", seconds);
    }
}
