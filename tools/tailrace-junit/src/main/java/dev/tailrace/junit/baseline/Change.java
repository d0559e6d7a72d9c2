package dev.tailrace.junit.baseline;

import dev.tailrace.report.NumberFormats;

/**
 * A figure that got worse beyond its tolerance.
 *
 * @param test the test or class
 * @param kpi which figure
 * @param before the value in the baseline
 * @param now the measured value
 * @param allowed the highest tolerated value
 * @param unit nanoseconds of a calibration loop, the unit of times
 */
public record Change(String test, Kpi kpi, double before, double now, double allowed, long unit) {
    /** The measured value as a multiple of the baseline's; a baseline of 0 counts as 1. */
    public double factor() {
        return now / Math.max(kpi == Kpi.TIME ? 0.01 : 1, before);
    }

    /** In words: {@code 1,003 entries, 3 before, 3 allowed}. */
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
