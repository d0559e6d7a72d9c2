package dev.tailrace.bench.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a folder's audit.
 *
 * @param byProcess one audit for each expected process; lines of an unknown process count as torn lines of the last one
 * @param rolls files that were rolled
 * @param compressions rolled files that are compressed
 * @param unreadable why files could not be read to their end; each file counts as one torn line, too
 */
public record Findings(Map<Integer, Audit> byProcess, int rolls, int compressions, List<String> unreadable) {
    /** The findings on a backend that writes nothing: its events are counted, and none counts as lost. */
    public static Findings none(Map<Integer, long[]> logged) {
        Map<Integer, Audit> counted = new TreeMap<>();
        logged.forEach((process, events) ->
                counted.put(process, new Audit(Arrays.stream(events).sum(), 0, 0, 0, 0)));
        return new Findings(counted, 0, 0, List.of());
    }

    public Audit total() {
        Audit total = Audit.NONE;
        for (Audit audit : byProcess.values()) {
            total = total.plus(audit);
        }
        return total;
    }
}
