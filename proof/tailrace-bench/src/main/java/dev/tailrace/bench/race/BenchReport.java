package dev.tailrace.bench.race;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the bench; the components are the fields of its JSON.
 *
 * @param schema version of this form
 * @param goals what is to be reached and what was measured
 * @param race everything that was measured, as in the race's JSON; its incidents are the bench's scenes
 */
record BenchReport(int schema, List<Row> goals, RaceReport race) {
    /** The form that is written now. */
    static final int SCHEMA = 1;

    /**
     * A goal.
     *
     * @param name what it is about; a ratio names what it is taken of
     * @param measured median of the rounds
     * @param lowest round
     * @param highest round
     * @param atLeast whether more is better
     * @param bound what is to be reached
     * @param unit {@code NUMBER} for a ratio, else the unit of the figures
     * @param met whether the median reaches it; null when it was not measured
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

    static BenchReport of(List<Target> goals, RaceReport race) {
        return new BenchReport(SCHEMA, goals.stream().map(BenchReport::row).toList(), race);
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
