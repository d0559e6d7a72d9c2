package dev.tailrace.bench.race;

import java.util.Arrays;

/**
 * A figure over the rounds.
 *
 * @param min lowest
 * @param median the middle one, or the mean of the two in the middle
 * @param max highest
 */
record Spread(double min, double median, double max) {
    /** The spread of the measured figures; NaN means not measured. */
    static Spread of(double... figures) {
        double[] sorted =
                Arrays.stream(figures).filter(Double::isFinite).sorted().toArray();
        int count = sorted.length;
        if (count == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN);
        }
        double median = count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
        return new Spread(sorted[0], median, sorted[count - 1]);
    }
}
