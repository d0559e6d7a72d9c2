package dev.tailrace.junit.baseline;

/**
 * A figure that got worse beyond its tolerance.
 *
 * @param test the test or class
 * @param kpi which figure
 * @param method the named method; empty for a figure of the test itself
 * @param before the value in the baseline, durations in nanoseconds
 * @param now the measured value
 * @param allowed the highest tolerated value
 */
public record Change(String test, Kpi kpi, String method, double before, double now, double allowed) {
    /** The measured value as a multiple of the baseline's; a baseline of 0 counts as 1. */
    public double factor() {
        return now / Math.max(1, before);
    }

    /** In words: {@code 1,003 entries, 3 before, 3 allowed}. */
    public String text() {
        String what = switch (kpi) {
            case ENTRIES, ROOT_ENTRIES, EXCEPTIONS -> Kpi.counted((long) now, kpi.title());
            default -> kpi.figure(now) + " " + kpi.title();
        };
        String of = method.isEmpty() ? "" : method + ": ";
        return of + what + ", " + kpi.figure(before) + " before, " + kpi.figure(allowed) + " allowed";
    }
}
