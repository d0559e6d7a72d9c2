package dev.tailrace.bench.race;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the bench; the components are the fields of its JSON.
 *
 * @param schema version of this format
 * @param goals the targets with their measured values
 * @param race all results, as in the race's JSON; the incidents are the bench's scenes
 */
record BenchReport(int schema, List<Row> goals, RaceReport race) {
    /** The version that is written. */
    static final int SCHEMA = 1;

    /**
     * A target.
     *
     * @param name the figure; a ratio names its operands
     * @param measured median of the rounds
     * @param lowest round
     * @param highest round
     * @param atLeast whether higher is better
     * @param bound the value to reach
     * @param unit {@code NUMBER} for a ratio, else the unit of the figures
     * @param met whether the median reaches the bound; null if not measured
     * @param detail the figures behind a ratio
     */
    record Row(
            String name,
            @Nullable Double measured,
            @Nullable Double lowest,
            @Nullable Double highest,
            boolean atLeast,
            double bound,
            String unit,
            @Nullable Boolean met,
            String detail) {}

    static BenchReport of(List<Target> targets, RaceReport race) {
        return new BenchReport(SCHEMA, targets.stream().map(BenchReport::row).toList(), race);
    }

    private static Row row(Target target) {
        Spread measured = target.measured();
        return new Row(
                target.name(),
                finite(measured.median()),
                finite(measured.min()),
                finite(measured.max()),
                target.atLeast(),
                target.bound(),
                target.unit().name(),
                target.isMeasured() ? target.isMet() : null,
                target.detail());
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
