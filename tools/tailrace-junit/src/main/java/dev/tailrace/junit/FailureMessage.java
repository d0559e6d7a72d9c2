package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.measure.Kpis.Thrown;
import dev.tailrace.report.NumberFormats;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The message of a test that fails for what it logged. */
final class FailureMessage {
    private static final int MOST_PLACES = 3;

    private FailureMessage() {}

    static String of(String test, List<Exceeded> exceeded, List<Change> changes, Kpis kpis, Path baseline) {
        StringBuilder text = new StringBuilder();
        if (!exceeded.isEmpty()) {
            text.append(test).append(" is over its log budget:");
            exceeded.forEach(each -> text.append("\n  ").append(each.text()));
        }
        if (!changes.isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n").append(test).append(" got worse than its baseline:");
            changes.forEach(each -> text.append("\n  ").append(each.text()));
        }
        Set<Kpi> worse = EnumSet.noneOf(Kpi.class);
        exceeded.forEach(each -> worse.add(each.kpi()));
        changes.forEach(each -> worse.add(each.kpi()));
        if (worse.stream().anyMatch(Kpi::isOfLog)) {
            places(text, kpis);
            exceptions(text, kpis);
        }
        if (worse.stream().anyMatch(Kpi::isOfMethod)) {
            methods(text, kpis);
        }
        if (kpis.unsure() > 0) {
            text.append("\nWhile it ran beside other tests, ")
                    .append(NumberFormats.count(kpis.unsure()))
                    .append(" more entries came from threads that belong to no test.");
        }
        if (!changes.isEmpty()) {
            text.append("\nIf it is meant, run the tests once with -Dtailrace.kpis=update and commit ")
                    .append(baseline.getFileName())
                    .append('.');
        }
        return text.toString();
    }

    private static void places(StringBuilder text, Kpis kpis) {
        List<CallSite> sites = kpis.mostAndNew(MOST_PLACES);
        if (sites.isEmpty()) {
            return;
        }
        text.append("\nLogged most:");
        for (CallSite site : sites) {
            text.append("\n  ")
                    .append(site.sampled() ? "about " : "")
                    .append(NumberFormats.count(site.entries()))
                    .append(" x ")
                    .append(site.level())
                    .append(" by ")
                    .append(site.logger())
                    .append(" at ")
                    .append(site.place())
                    .append(site.isNew() ? ", new" : "");
        }
    }

    private static void methods(StringBuilder text, Kpis kpis) {
        text.append("\nThe median of the calls:");
        for (MethodTime each : kpis.methods()) {
            if (each.isJudged()) {
                text.append("\n  ").append(each.method()).append(": ").append(Kpi.figures(each));
            }
        }
    }

    private static void exceptions(StringBuilder text, Kpis kpis) {
        List<Thrown> thrown = kpis.thrown();
        if (thrown.isEmpty()) {
            return;
        }
        text.append("\nExceptions:");
        for (Thrown each : thrown.subList(0, Math.min(MOST_PLACES, thrown.size()))) {
            text.append("\n  ")
                    .append(NumberFormats.count(each.count()))
                    .append(" x ")
                    .append(each.type())
                    .append(" at ")
                    .append(each.place());
        }
    }
}
