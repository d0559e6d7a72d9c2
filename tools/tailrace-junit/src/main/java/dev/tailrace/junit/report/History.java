package dev.tailrace.junit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of earlier runs, for curves.
 *
 * @param schema version of this format
 * @param runs oldest first
 */
record History(int schema, List<Past> runs) {
    static final int SCHEMA = 1;
    static final History EMPTY = new History(SCHEMA, List.of());

    /** Limits the tests with a curve; a test that logs nothing has none. */
    private static final int MOST_TESTS = 500;

    /**
     * One run.
     *
     * @param tests entries by test, only those that logged
     */
    record Past(
            String key,
            String started,
            long tests,
            long entries,
            long bytes,
            long exceptions,
            Map<String, Long> entriesOf) {}

    /** This history with a run added as the newest; an entry of the same run is replaced. */
    History with(RunSummary runSummary, int kept) {
        Run run = runSummary.run();
        List<Past> all = new ArrayList<>(runs);
        all.removeIf(past -> past.key().equals(run.key()));
        Map<String, Long> entriesOf = new TreeMap<>();
        for (TestResult test : runSummary.loudest(MOST_TESTS)) {
            entriesOf.put(test.id(), test.kpis().entries());
        }
        ClassSums sums = runSummary.sums();
        all.add(new Past(run.key(), run.started(), sums.tests, sums.entries, sums.bytes, sums.exceptions, entriesOf));
        return new History(SCHEMA, List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size())));
    }

    /** Whether none of the runs logged anything. */
    boolean isSilent() {
        return runs.stream().allMatch(past -> past.entries() == 0);
    }

    /** A test's entries over the runs that contain it, as a row of blocks; empty with fewer than two runs. */
    String sparkline(String test) {
        if (runs.size() < 2) {
            return "";
        }
        return Sparkline.of(runs.stream()
                .map(past -> past.entriesOf().getOrDefault(test, 0L))
                .toList());
    }
}
