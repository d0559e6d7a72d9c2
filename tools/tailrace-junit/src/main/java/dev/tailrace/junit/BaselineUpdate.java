package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Baseline;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.report.Reports;
import dev.tailrace.junit.report.Run;
import dev.tailrace.junit.report.TestResult;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Renews the baseline from the results of a run.
 *
 * @param exceptions {@code logged} or {@code thrown}
 * @param results what this JVM measured, by name
 * @param present all tests that still exist, whether they were run or skipped
 */
record BaselineUpdate(KpiSettings settings, String exceptions, Map<String, TestResult> results, Set<String> present)
        implements Reports.Writing {
    @Override
    public void with(Run whole) throws IOException {
        Map<String, Kpis> measured = results.values().stream()
                .filter(TestResult::passed)
                .collect(Collectors.toMap(TestResult::id, TestResult::kpis));
        Baseline before = null;
        try {
            before = Baseline.read(settings.baseline());
        } catch (IOException unreadable) {
            KpiSession.say(unreadable.getMessage() + ". It is written anew.");
        }
        Baseline.renewed(before, exceptions, measured, present).write(settings.baseline());
    }
}
