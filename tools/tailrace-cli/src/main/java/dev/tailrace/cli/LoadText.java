package dev.tailrace.cli;

import dev.tailrace.doctor.LoadReport;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.loadtest.RampResult;
import dev.tailrace.loadtest.Slo;
import dev.tailrace.loadtest.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of a load for a person: the ceiling, what gave way, and each step. */
final class LoadText {
    private LoadText() {}

    static List<String> lines(LoadReport load) {
        RampResult result = load.result();
        Slo slo = result.plan().slo();
        List<String> lines = new ArrayList<>();
        lines.add(Printable.wrapped(verdict(result, slo)));
        if (!load.gaveWay().isEmpty()) {
            lines.add(Printable.wrapped("  What gave way: " + Printable.of(load.gaveWay())));
        }
        load.notes().forEach(each -> lines.add(Printable.wrapped("  " + Printable.of(each))));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%12s %12s %12s %10s %10s  ", "requests/s", "answered/s", "no answer", "p50", slo.name()));
        result.steps().forEach(each -> lines.add(line(each)));
        for (Remark each : load.remarks()) {
            if (each.counts()) {
                lines.add("");
                lines.add(Printable.wrapped(each.severity() + " " + each.code() + ": " + Printable.of(each.title())));
                lines.add(Printable.wrapped("  " + Printable.of(each.cause()), 2));
                lines.add(Printable.wrapped("  -> " + Printable.of(each.remedy()), 5));
            }
        }
        return lines;
    }

    private static String verdict(RampResult result, Slo slo) {
        String limit = String.format(Locale.ROOT, "%s of %,.0f ms", slo.name(), slo.limitMillis());
        if (result.isCeilingFound()) {
            return result.ceiling() > 0
                    ? String.format(
                            Locale.ROOT,
                            "CEILING: %,.0f requests/s within a %s; %,.0f are too many.",
                            result.ceiling(),
                            limit,
                            result.broke())
                    : String.format(
                            Locale.ROOT, "CEILING: not even %,.1f requests/s within a %s.", result.broke(), limit);
        }
        return result.isSenderTheLimit()
                ? String.format(
                        Locale.ROOT,
                        "NO CEILING FOUND up to %,.0f requests/s: doctor could not send faster from here.",
                        result.ceiling())
                : String.format(
                        Locale.ROOT, "NO CEILING FOUND up to %,.0f requests/s within a %s.", result.ceiling(), limit);
    }

    private static String line(Step step) {
        String verdict = switch (step.verdict()) {
            case HELD -> "";
            case BROKE -> "too late";
            case SENDER_TOO_SLOW -> "doctor too slow";
        };
        return String.format(
                        Locale.ROOT,
                        "%,12.1f %,12.1f %,12d %10s %10s  %s",
                        step.rate(),
                        step.throughput(),
                        step.failed(),
                        millis(step.p50()),
                        millis(step.atSlo()),
                        verdict + (step.failed() > 0 ? (verdict.isEmpty() ? "" : "; ") + step.failuresText() : ""))
                .stripTrailing();
    }

    private static String millis(double millis) {
        return Double.isFinite(millis)
                ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis)
                : "never";
    }
}
