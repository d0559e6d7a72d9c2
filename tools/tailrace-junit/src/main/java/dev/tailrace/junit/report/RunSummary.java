package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.report.NumberFormats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A run's results as the reports show them. Most tests of most projects log nothing; log figures are shown for the {@link #telling} tests.
 */
public final class RunSummary {
    private static final int MOST_TESTS = 12;

    private final Run run;
    private final List<TestResult> telling = new ArrayList<>();
    private final List<TestResult> worse = new ArrayList<>();
    private final List<String> fresh = new ArrayList<>();
    private final Map<String, ClassSums> classes = new TreeMap<>();
    private final ClassSums sums = new ClassSums();
    private int changed;
    private int exceeded;

    RunSummary(Run run) {
        this.run = run;
        for (TestResult test : run.tests()) {
            sums.add(test);
            classes.computeIfAbsent(test.className(), unused -> new ClassSums()).add(test);
            if (test.isTest() && test.isNew() && run.hasBaseline()) {
                fresh.add(test.id());
            }
            if (test.isTelling()) {
                telling.add(test);
                changed += test.changes().isEmpty() ? 0 : 1;
                exceeded += test.exceeded().isEmpty() ? 0 : 1;
            }
            if (test.isWorse()) {
                worse.add(test);
            }
        }
        worse.sort(Comparator.comparingDouble(test -> test.changes().isEmpty()
                ? Double.NEGATIVE_INFINITY
                : -test.changes().get(0).factor()));
    }

    /** The run itself. */
    public Run run() {
        return run;
    }

    /** Tests and classes that logged or threw something, got worse, may miss entries or have methods timed; by name. */
    List<TestResult> telling() {
        return telling;
    }

    /** Tests and classes that got worse or exceeded a budget, the worst first; before them those that only exceeded a budget. */
    List<TestResult> worse() {
        return worse;
    }

    /** Tests that the baseline doesn't know. */
    List<String> fresh() {
        return fresh;
    }

    /** The tests with the highest values of a figure, the highest first. */
    List<TestResult> most(Kpi kpi) {
        return most(
                run.tests().stream().filter(test -> test.isTest() && (kpi == Kpi.TIME || kpi.of(test.kpis()) > 0)),
                kpi,
                MOST_TESTS);
    }

    /** The tests and classes that logged most entries; none without entries. */
    List<TestResult> loudest(int count) {
        return most(telling.stream().filter(test -> test.kpis().entries() > 0), Kpi.ENTRIES, count);
    }

    /** The tests with the highest values of a figure; equal tests keep their order. */
    static List<TestResult> most(Stream<TestResult> tests, Kpi kpi, int count) {
        return tests.sorted(Comparator.comparingLong((TestResult test) -> kpi.of(test.kpis()))
                        .reversed())
                .limit(count)
                .toList();
    }

    /** Sums by class name; entries and bytes include what the class logs outside its tests. */
    Map<String, ClassSums> classes() {
        return classes;
    }

    /** Sums over all tests and classes; the time is the sum of the tests' times. */
    ClassSums sums() {
        return sums;
    }

    /** The run in one sentence, for the build's output. */
    public String sentence() {
        StringBuilder text =
                new StringBuilder(NumberFormats.count(sums.tests)).append(sums.tests == 1 ? " test" : " tests");
        boolean counted = run.notCounted().isEmpty();
        if (counted || sums.entries > 0) {
            text.append(" logged ").append(Kpi.counted(sums.entries, "entries"));
        }
        if (!counted) {
            text.append(sums.entries > 0 ? ", others were" : ", log entries")
                    .append(" not counted (")
                    .append(run.notCounted())
                    .append(')');
        }
        if (exceeded > 0) {
            text.append(", ").append(exceeded).append(" over budget");
        }
        if (run.isUpdate()) {
            return text.append(counted ? "" : ", no baseline written").toString();
        }
        if (!counted && changed == 0) {
            return text.toString(); // "0 worse" would be read as "compared"
        }
        if (!run.hasBaseline()) {
            return text.append(", no baseline yet").toString();
        }
        text.append(", ").append(changed).append(" worse than the baseline");
        return text.append(", ")
                .append(fresh.size())
                .append(" new, ")
                .append(run.vanished().size())
                .append(" vanished")
                .toString();
    }
}
