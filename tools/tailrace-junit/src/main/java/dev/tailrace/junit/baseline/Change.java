package dev.tailrace.junit.baseline;

import dev.tailrace.report.NumberFormats;

/**
 * A figure that got worse, beyond what is tolerated.
 *
 * @param test the test or class
 * @param kpi which figure
 * @param before as it was kept
 * @param now as it is
 * @param allowed the most that would have been tolerated
 * @param unit nanoseconds of a calibration loop, which times are given in
 */
public record Change(String test, Kpi kpi, double before, double now, double allowed, long unit) {
    /** How many times as much as before; from nothing counts as from one. */
    public double factor() {
        return now / Math.max(kpi == Kpi.TIME ? 0.01 : 1, before);
    }

    /** For a reader: {@code 1,003 entries, 3 before, 3 allowed}. */
    public String text() {
        String what = switch (kpi) {
            case BYTES, TIME -> figure(now) + " " + kpi.title();
            case ENTRIES, ROOT_ENTRIES, EXCEPTIONS -> Kpi.counted((long) now, kpi.title());
        };
        return what + ", " + figure(before) + " before, " + figure(allowed) + " allowed";
    }

    /** A value of this figure in words. */
    public String figure(double value) {
        return switch (kpi) {
            case BYTES -> NumberFormats.bytes(value);
            case TIME -> NumberFormats.nanos(value * unit);
            case ENTRIES, ROOT_ENTRIES, EXCEPTIONS -> NumberFormats.count((long) value);
        };
    }
}
