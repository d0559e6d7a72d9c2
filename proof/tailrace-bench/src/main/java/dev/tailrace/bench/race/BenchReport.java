package dev.tailrace.bench.race;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of the bench; the components are the fields of its JSON, which {@code docs/reference/bench.md} explains. */
record BenchReport(int schema, List<Row> goals, RaceReport race) {
    static final int SCHEMA = 1;

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
