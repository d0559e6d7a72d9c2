package dev.tailrace.bench.race;

import dev.tailrace.report.Unit;

/**
 * A figure that is to be reached, and what was measured.
 *
 * @param name what it is about
 * @param measured median of the rounds with the lowest and the highest; NaN: not measured
 * @param atLeast whether more is better
 * @param bound what is to be reached
 * @param unit of all of them
 * @param detail the figures behind a ratio, in words
 */
record Target(String name, Spread measured, boolean atLeast, double bound, Unit unit, String detail) {
    boolean isMeasured() {
        return Double.isFinite(measured.median());
    }

    /** Whether the median reaches the bound. */
    boolean isMet() {
        return isMeasured() && (atLeast ? measured.median() >= bound : measured.median() <= bound);
    }
}
