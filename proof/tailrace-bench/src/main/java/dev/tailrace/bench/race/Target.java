package dev.tailrace.bench.race;

import dev.tailrace.report.Unit;

/**
 * A target with its measured value.
 *
 * @param name the figure
 * @param measured median of the rounds with the lowest and the highest; NaN: not measured
 * @param atLeast whether higher is better
 * @param bound the value to reach
 * @param unit unit of all values
 * @param detail the figures behind a ratio, in words
 */
record Target(String name, Spread measured, boolean atLeast, double bound, Unit unit, String detail) {
    boolean isMeasured() {
        return Double.isFinite(measured.median());
    }

    boolean isMet() {
        return isMeasured() && (atLeast ? measured.median() >= bound : measured.median() <= bound);
    }
}
