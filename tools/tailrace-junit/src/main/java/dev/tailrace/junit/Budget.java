package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.NumberFormats;
import java.util.ArrayList;
import java.util.List;

/** Compares figures with a {@link LogBudget}. */
final class Budget {
    private static final double MILLI = 1e6;

    private final LogBudget limits;

    Budget(LogBudget limits) {
        this.limits = limits;
    }

    /** Whether the budget limits named methods. */
    boolean limitsMethods() {
        return limits.responseMillis() >= 0 || limits.cpuMillis() >= 0 || limits.allocatedBytes() >= 0;
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
    List<Exceeded> exceeded(Kpis kpis, boolean test) {
        List<Exceeded> exceeded = new ArrayList<>();
        count(exceeded, Kpi.ENTRIES, "entries", kpis.entries(), limits.entries());
        for (LogBudget.PerLevel each : limits.perLevel()) {
            String level = each.level().name();
            count(exceeded, Kpi.ENTRIES, level + " entries", kpis.levels().getOrDefault(level, 0L), each.entries());
        }
        if (limits.bytes() >= 0 && kpis.bytes() > limits.bytes()) {
            exceeded.add(new Exceeded(
                    Kpi.BYTES,
                    "",
                    NumberFormats.count(kpis.bytes()) + " bytes of log, budget "
                            + NumberFormats.count(limits.bytes())));
        }
        count(exceeded, Kpi.EXCEPTIONS, "exceptions", kpis.exceptions(), limits.exceptions());
        if (test && !limits.time().isEmpty() && kpis.nanos() > Durations.nanos(limits.time())) {
            exceeded.add(new Exceeded(
                    Kpi.TIME, "", NumberFormats.nanos((double) kpis.nanos()) + ", budget " + limits.time()));
        }
        for (MethodTime method : kpis.methods()) {
            Kpi response = method.responseNanos() < 0 ? Kpi.CPU : Kpi.RESPONSE;
            method(exceeded, method, response, limits.responseMillis(), MILLI);
            method(exceeded, method, Kpi.CPU, limits.cpuMillis(), MILLI);
            method(exceeded, method, Kpi.ALLOCATED, limits.allocatedBytes(), 1);
        }
        return exceeded;
    }

    private static void count(List<Exceeded> exceeded, Kpi kpi, String what, long now, long limit) {
        if (limit >= 0 && now > limit) {
            exceeded.add(new Exceeded(kpi, "", Kpi.counted(now, what) + ", budget " + NumberFormats.count(limit)));
        }
    }

    private static void method(List<Exceeded> exceeded, MethodTime method, Kpi kpi, long limit, double unit) {
        if (method.isJudged() && limit >= 0 && kpi.judged(method) > limit * unit) {
            exceeded.add(new Exceeded(
                    kpi,
                    method.method(),
                    method.method() + ": " + kpi.figure((double) kpi.of(method)) + " " + kpi.title() + ", budget "
                            + kpi.figure(limit * unit)));
        }
    }
}
