package dev.tailrace.doctor;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.loadtest.RampResult;
import dev.tailrace.loadtest.Slo;
import dev.tailrace.loadtest.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says how much load a service carries, as a finding. */
final class Ceiling {
    static final String CODE = "TR3170";

    private Ceiling() {}

    static Remark of(LoadReport load) {
        RampResult result = load.result();
        Slo slo = result.plan().slo();
        String limit = String.format(Locale.ROOT, "%s of %,.0f ms", slo.name(), slo.limitMillis());
        String cause = result.ceiling() > 0
                ? String.format(
                        Locale.ROOT,
                        "Up to %,.0f requests a second are answered within a %s; %,.0f are not.",
                        result.ceiling(),
                        limit,
                        result.broke())
                : String.format(
                        Locale.ROOT,
                        "Not even %,.1f requests a second are answered within a %s.",
                        result.broke(),
                        limit);
        List<String> evidence = new ArrayList<>();
        result.breaking().ifPresent(step -> evidence.add(line(step, slo)));
        result.steps().stream()
                .filter(each -> each.verdict() == Step.Verdict.HELD && each.rate() == result.ceiling())
                .findFirst()
                .ifPresent(step -> evidence.add(line(step, slo)));
        result.breaking()
                .ifPresent(step -> step.failures()
                        .forEach(
                                (why, count) -> evidence.add(String.format(Locale.ROOT, "%,d times: %s", count, why))));
        return new Remark(
                CODE,
                "warning",
                "The ceiling of the service",
                cause,
                load.gaveWay(),
                result.plan().url().toString(),
                0,
                evidence,
                "Let no more than two thirds of that come to one process, and measure again after each change. What gave way is where"
                        + " to begin.",
                null,
                null);
    }

    /** The result of a step, in a line. */
    static String line(Step step, Slo slo) {
        return String.format(
                Locale.ROOT,
                "at %,.0f requests a second: %,.0f answered, p50 %s, %s %s%s",
                step.rate(),
                step.throughput(),
                millis(step.p50()),
                slo.name(),
                millis(step.atSlo()),
                step.failed() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of %,d not answered", step.failed(), step.due()));
    }

    private static String millis(double millis) {
        return Double.isFinite(millis)
                ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis)
                : "without end";
    }
}
