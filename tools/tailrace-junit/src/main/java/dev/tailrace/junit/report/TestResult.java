package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.measure.Kpis;
import java.util.ArrayList;
import java.util.List;

/**
 * What was measured of one test, or of one class outside its tests.
 *
 * @param id stable name, such as {@code com.acme.OrdersTest#fill()}; of a class without the part from {@code #}
 * @param passed whether it passed; what a failed one logged is shown but not kept as baseline
 * @param accompanied whether another test ran at the same time
 * @param isNew whether a baseline is there and doesn't know it
 * @param kpis the figures
 * @param changes what got worse against the baseline, the worst first
 * @param exceeded which budgets were exceeded, in words
 */
public record TestResult(
        String id,
        boolean passed,
        boolean accompanied,
        boolean isNew,
        Kpis kpis,
        List<Change> changes,
        List<String> exceeded)
        implements Comparable<TestResult> {
    /** By name; two of the same name are in no order, though they may differ. */
    @Override
    public int compareTo(TestResult other) {
        return id.compareTo(other.id);
    }

    /** Whether it is a test, and not a class. */
    public boolean isTest() {
        return id.indexOf('#') >= 0;
    }

    /** Whether a report has more to say about it than its time. */
    boolean isTelling() {
        return !kpis.isSilent()
                || isWorse()
                || kpis.unsure() > 0
                || !kpis.methods().isEmpty();
    }

    /** Whether it passed and there is nothing but its time that another test might not have, too. */
    boolean isUnremarkable() {
        return passed && !accompanied && !isNew && kpis.isNothing() && !isWorse();
    }

    /** One of these. */
    static TestResult unremarkable(String id, long nanos) {
        return new TestResult(id, true, false, false, Kpis.silent(nanos, 0), List.of(), List.of());
    }

    /** Its class. */
    public String className() {
        return isTest() ? id.substring(0, id.indexOf('#')) : id;
    }

    /** Whether it is over a budget or worse than its baseline. */
    boolean isWorse() {
        return !changes.isEmpty() || !exceeded.isEmpty();
    }

    /** How, in words: budgets first. */
    List<String> whatIsWorse() {
        List<String> what = new ArrayList<>(exceeded);
        for (Change change : changes) {
            what.add(change.text());
        }
        return what;
    }
}
