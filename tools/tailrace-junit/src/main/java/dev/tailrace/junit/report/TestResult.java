package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The results of one test, or of one class outside its tests.
 *
 * @param id stable name, such as {@code com.acme.OrdersTest#fill()}; for a class, the part before {@code #}
 * @param passed whether it passed; the figures of a failed test are shown but not written to the baseline
 * @param accompanied whether another test ran at the same time
 * @param isNew whether there is a baseline without this test
 * @param kpis the figures
 * @param changes the regressions against the baseline, the worst first
 * @param exceeded the exceeded budgets
 */
public record TestResult(
        String id,
        boolean passed,
        boolean accompanied,
        boolean isNew,
        Kpis kpis,
        List<Change> changes,
        List<Exceeded> exceeded)
        implements Comparable<TestResult> {
    /** Compares names only: results with equal names compare as 0 though they may differ. */
    @Override
    public int compareTo(TestResult other) {
        return id.compareTo(other.id);
    }

    /** Whether this is a test, not a class. */
    public boolean isTest() {
        return id.indexOf('#') >= 0;
    }

    /** Whether there is more to report than the time. */
    boolean isTelling() {
        return !kpis.isSilent()
                || isWorse()
                || kpis.unsure() > 0
                || !kpis.methods().isEmpty();
    }

    /** Whether the test passed with no result but its time, so that name and time describe it completely. */
    boolean isUnremarkable() {
        return passed && !accompanied && !isNew && kpis.isNothing() && !isWorse();
    }

    /** The result of an unremarkable test. */
    static TestResult unremarkable(String id, long nanos) {
        return new TestResult(id, true, false, false, Kpis.silent(nanos, 0), List.of(), List.of());
    }

    /** The name of the test's class. */
    public String className() {
        return isTest() ? id.substring(0, id.indexOf('#')) : id;
    }

    /** Whether the test exceeded a budget or is worse than its baseline. */
    boolean isWorse() {
        return !changes.isEmpty() || !exceeded.isEmpty();
    }

    /**
     * Whether this figure exceeded a budget or is worse than in the baseline.
     *
     * @param method the named method; empty for a figure of the test itself
     */
    boolean isWorse(Kpi kpi, String method) {
        return changes.stream()
                        .anyMatch(each -> each.kpi() == kpi && each.method().equals(method))
                || exceeded.stream()
                        .anyMatch(each -> each.kpi() == kpi && each.method().equals(method));
    }

    /** The places that explain what is worse; none if only times are. */
    List<CallSite> places(int most) {
        boolean logs = Stream.of(Kpi.values()).anyMatch(kpi -> kpi.isOfLog() && isWorse(kpi, ""));
        return logs ? kpis.mostAndNew(most) : List.of();
    }

    /** The exceeded budgets, then the regressions, in words. */
    List<String> whatIsWorse() {
        List<String> what = new ArrayList<>();
        exceeded.forEach(each -> what.add(each.text()));
        for (Change change : changes) {
            what.add(change.text());
        }
        return what;
    }
}
