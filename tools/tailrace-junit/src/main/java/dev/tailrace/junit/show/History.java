package dev.tailrace.junit.show;

import dev.tailrace.junit.baseline.Kpi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of earlier runs.
 *
 * @param schema version of this form
 * @param runs oldest first
 */
record History(int schema, List<Past> runs) {
    static final int SCHEMA = 1;
    static final History EMPTY = new History(SCHEMA, List.of());

    /** A test that logs nothing needs no curve, and neither do thousands of them. */
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

    /** With this run as the newest; the same run is there once. */
    History with(Digest digest, int kept) {
        Run run = digest.run();
        List<Past> all = new ArrayList<>();
        for (Past past : runs) {
            if (!past.key().equals(run.key())) {
                all.add(past);
            }
        }
        Most most = new Most(Kpi.ENTRIES, MOST_TESTS);
        for (TestResult test : digest.telling()) {
            if (test.kpis().entries() > 0) {
                most.add(test);
            }
        }
        Map<String, Long> entriesOf = new TreeMap<>();
        for (TestResult test : most.tests()) {
            entriesOf.put(test.id(), test.kpis().entries());
        }
        ClassSums sums = digest.sums();
        all.add(new Past(run.key(), run.started(), sums.tests, sums.entries, sums.bytes, sums.exceptions, entriesOf));
        return new History(SCHEMA, List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size())));
    }

    /** Whether none of the runs logged anything. */
    boolean isSilent() {
        for (Past past : runs) {
            if (past.entries() > 0) {
                return false;
            }
        }
        return true;
    }

    /** The entries of a test over the runs that knew it, as a row of blocks; empty with fewer than two. */
    String sparkline(String test) {
        if (runs.size() < 2) {
            return "";
        }
        List<Long> values = new ArrayList<>(runs.size());
        for (Past past : runs) {
            values.add(past.entriesOf().getOrDefault(test, 0L));
        }
        return Sparkline.of(values);
    }
}
