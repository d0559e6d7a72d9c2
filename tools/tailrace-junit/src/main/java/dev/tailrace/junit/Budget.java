package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.NumberFormats;
import java.util.ArrayList;
import java.util.List;

/** Compares figures with a {@link LogBudget}. */
final class Budget {
    private final LogBudget limits;

    Budget(LogBudget limits) {
        this.limits = limits;
    }

    /** Whether a limit needs a backend that reports its log entries. */
    boolean needsCounts() {
        return limits.entries() >= 0 || limits.bytes() >= 0 || limits.perLevel().length > 0;
    }

    /**
     * The exceeded limits, in words; empty if none is.
     *
     * @param test false for a class, whose time isn't limited: its tests are
     */
    List<String> exceeded(Kpis kpis, boolean test) {
        List<String> exceeded = new ArrayList<>();
        count(exceeded, "entries", kpis.entries(), limits.entries());
        for (LogBudget.PerLevel each : limits.perLevel()) {
            String level = each.level().name();
            count(exceeded, level + " entries", kpis.levels().getOrDefault(level, 0L), each.entries());
        }
        if (limits.bytes() >= 0 && kpis.bytes() > limits.bytes()) {
            exceeded.add(
                    NumberFormats.count(kpis.bytes()) + " bytes of log, budget " + NumberFormats.count(limits.bytes()));
        }
        count(exceeded, "exceptions", kpis.exceptions(), limits.exceptions());
        if (test && !limits.time().isEmpty() && kpis.nanos() > Durations.nanos(limits.time())) {
            exceeded.add(NumberFormats.nanos((double) kpis.nanos()) + ", budget " + limits.time());
        }
        return exceeded;
    }

    private static void count(List<String> exceeded, String what, long now, long limit) {
        if (limit >= 0 && now > limit) {
            exceeded.add(Kpi.counted(now, what) + ", budget " + NumberFormats.count(limit));
        }
    }
}
