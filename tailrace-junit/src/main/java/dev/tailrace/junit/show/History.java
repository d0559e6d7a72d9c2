package dev.tailrace.junit.show;

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
    History with(Run run, int kept) {
        List<Past> all = new ArrayList<>(runs);
        all.removeIf(past -> past.key().equals(run.key()));
        Map<String, Long> entriesOf = new TreeMap<>();
        run.tests().stream()
                .filter(test -> test.kpis().entries() > 0)
                .sorted((a, b) -> Long.compare(b.kpis().entries(), a.kpis().entries()))
                .limit(MOST_TESTS)
                .forEach(test -> entriesOf.put(test.id(), test.kpis().entries()));
        all.add(new Past(
                run.key(), run.started(), run.count(), run.entries(), run.bytes(), run.exceptionCount(), entriesOf));
        return new History(SCHEMA, List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size())));
    }

    /** The entries of a test over the runs that knew it, as a row of blocks; empty with fewer than two. */
    String sparkline(String test) {
        List<Long> values = runs.stream()
                .map(past -> past.entriesOf().getOrDefault(test, 0L))
                .toList();
        return values.size() < 2 ? "" : Sparkline.of(values);
    }
}
