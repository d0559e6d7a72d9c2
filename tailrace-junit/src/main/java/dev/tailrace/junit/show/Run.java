package dev.tailrace.junit.show;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.report.Figures;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that a run measured; a build that tests in several JVMs is one run.
 *
 * @param schema version of this form, {@value #SCHEMA}
 * @param key the same for all JVMs of a build
 * @param started when it began, as {@code 2026-11-21T10:15:30Z}
 * @param jdk version of the Java machine
 * @param backend which logging backend was counted
 * @param exceptions {@code logged} or {@code thrown}
 * @param mode {@code compare}, {@code warn} or {@code update}
 * @param calibrationNanos length of the calibration loop; 0: no time had to be compared, so it wasn't measured
 * @param unattributed entries that may belong to any of several tests
 * @param outside entries while no test and no class ran
 * @param hasBaseline whether there was one to compare with
 * @param tests by name
 * @param skipped tests that were not run
 * @param vanished tests of the baseline that are not there any more, though their class is
 */
public record Run(
        int schema,
        String key,
        String started,
        String jdk,
        String backend,
        String exceptions,
        String mode,
        long calibrationNanos,
        long unattributed,
        long outside,
        boolean hasBaseline,
        List<TestResult> tests,
        List<String> skipped,
        List<String> vanished) {
    /** The form that is written. */
    public static final int SCHEMA = 1;

    /**
     * Reads a {@code run.json}.
     *
     * @throws IOException when it can't be read; the message names it
     */
    public static Run read(Path file) throws IOException {
        return JsonStream.read(file, RunJson::read);
    }

    /** This run with what another JVM of the same build measured before; a test that ran in both has its newer figures. */
    Run after(Run earlier) {
        Map<String, TestResult> all = new TreeMap<>();
        earlier.tests().forEach(test -> all.put(test.id(), test));
        tests.forEach(test -> all.put(test.id(), test));
        Set<String> notRun = new TreeSet<>(earlier.skipped());
        notRun.addAll(skipped);
        notRun.removeAll(all.keySet());
        Set<String> gone = new TreeSet<>(earlier.vanished());
        gone.addAll(vanished);
        gone.removeAll(all.keySet());
        gone.removeAll(notRun);
        return new Run(
                schema,
                key,
                earlier.started(),
                jdk,
                backend,
                exceptions,
                mode,
                calibrationNanos == 0 ? earlier.calibrationNanos() : calibrationNanos,
                unattributed + earlier.unattributed(),
                outside + earlier.outside(),
                hasBaseline || earlier.hasBaseline(),
                List.copyOf(all.values()),
                List.copyOf(notRun),
                List.copyOf(gone));
    }

    /** Tests and classes that got worse or exceeded a budget, the worst first; before them those with nothing to compare with. */
    List<TestResult> worse() {
        List<TestResult> worse = new ArrayList<>();
        for (TestResult test : tests) {
            if (test.isWorse()) {
                worse.add(test);
            }
        }
        if (worse.size() > 1) {
            worse.sort(Comparator.comparingDouble(test -> test.changes().isEmpty()
                    ? Double.NEGATIVE_INFINITY
                    : -test.changes().get(0).factor()));
        }
        return worse;
    }

    /** Tests that the baseline doesn't know. */
    List<String> fresh() {
        List<String> fresh = new ArrayList<>();
        for (TestResult test : tests) {
            if (hasBaseline && test.isNew() && test.isTest()) {
                fresh.add(test.id());
            }
        }
        return fresh;
    }

    /** The sum over all tests and what classes did outside them; of time, over the tests. */
    long sum(Kpi kpi) {
        long sum = 0;
        for (TestResult test : tests) {
            sum += kpi == Kpi.TIME && !test.isTest() ? 0 : kpi.of(test.kpis());
        }
        return sum;
    }

    long count() {
        long count = 0;
        for (TestResult test : tests) {
            count += test.isTest() ? 1 : 0;
        }
        return count;
    }

    /** In one sentence, for the build's output. */
    public String sentence() {
        int worse = 0;
        int over = 0;
        for (TestResult test : tests) {
            worse += test.changes().isEmpty() ? 0 : 1;
            over += test.exceeded().isEmpty() ? 0 : 1;
        }
        StringBuilder text = new StringBuilder(Figures.count(count())).append(count() == 1 ? " test" : " tests");
        text.append(" logged ").append(Kpi.counted(sum(Kpi.ENTRIES), "entries"));
        if (over > 0) {
            text.append(", ").append(over).append(" over budget");
        }
        if (mode.equals("update")) {
            return text.toString();
        }
        if (!hasBaseline) {
            return text.append(", no baseline yet").toString();
        }
        text.append(", ").append(worse).append(" worse than the baseline");
        return text.append(", ")
                .append(fresh().size())
                .append(" new, ")
                .append(vanished.size())
                .append(" vanished")
                .toString();
    }
}
