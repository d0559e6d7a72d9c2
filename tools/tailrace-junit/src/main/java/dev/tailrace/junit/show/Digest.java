package dev.tailrace.junit.show;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.report.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the reports tell of a run, found in one pass over its tests. Most tests of most projects log nothing; whoever shows what they log
 * goes through the {@link #telling} ones only.
 */
public final class Digest {
    private static final int MOST_TESTS = 12;

    private final Run run;
    private final List<TestResult> telling = new ArrayList<>();
    private final List<TestResult> worse = new ArrayList<>();
    private final List<String> fresh = new ArrayList<>();
    private final Map<String, ClassSums> classes = new TreeMap<>();
    private final Most slowest = new Most(Kpi.TIME, MOST_TESTS);
    private final ClassSums sums = new ClassSums();
    private int changed;
    private int exceeded;

    Digest(Run run) {
        this.run = run;
        String name = null;
        ClassSums ofClass = sums;
        for (TestResult test : run.tests()) {
            if (name == null || !test.isOf(name)) {
                // They come by name, so mostly it is the class of the one before.
                name = test.className();
                ClassSums known = classes.get(name);
                ofClass = known == null ? new ClassSums() : known;
                classes.put(name, ofClass);
            }
            add(test, ofClass);
        }
        for (ClassSums each : classes.values()) {
            sums.add(each);
        }
        if (worse.size() > 1) {
            worse.sort(Comparator.comparingDouble(test -> test.changes().isEmpty()
                    ? Double.NEGATIVE_INFINITY
                    : -test.changes().get(0).factor()));
        }
    }

    private void add(TestResult test, ClassSums ofClass) {
        boolean isTest = test.isTest();
        if (isTest) {
            ofClass.tests++;
            ofClass.nanos += test.kpis().nanos();
            slowest.add(test);
            if (test.isNew() && run.hasBaseline()) {
                fresh.add(test.id());
            }
        }
        if (test.isTelling()) {
            telling.add(test);
            ofClass.addLogged(test.kpis());
            changed += test.changes().isEmpty() ? 0 : 1;
            exceeded += test.exceeded().isEmpty() ? 0 : 1;
            if (test.isWorse()) {
                worse.add(test);
            }
        }
    }

    /** All that was measured. */
    public Run run() {
        return run;
    }

    /** Tests and classes that logged or threw something, got worse, may miss entries or have methods timed; by name. */
    List<TestResult> telling() {
        return telling;
    }

    /** Tests and classes that got worse or exceeded a budget, the worst first; before them those with nothing to compare with. */
    List<TestResult> worse() {
        return worse;
    }

    /** Tests that the baseline doesn't know. */
    List<String> fresh() {
        return fresh;
    }

    /** Those with most of a figure, the one with most first. */
    List<TestResult> most(Kpi kpi) {
        if (kpi == Kpi.TIME) {
            return slowest.tests();
        }
        Most most = new Most(kpi, MOST_TESTS);
        for (TestResult test : telling) {
            if (test.isTest() && kpi.of(test.kpis()) > 0) {
                most.add(test);
            }
        }
        return most.tests();
    }

    /** By name of the class; entries and bytes include what is logged outside the tests. */
    Map<String, ClassSums> classes() {
        return classes;
    }

    /** Over all tests and what classes did outside them; time is that of the tests. */
    ClassSums sums() {
        return sums;
    }

    /** In one sentence, for the build's output. */
    public String sentence() {
        StringBuilder text = new StringBuilder(Figures.count(sums.tests)).append(sums.tests == 1 ? " test" : " tests");
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
