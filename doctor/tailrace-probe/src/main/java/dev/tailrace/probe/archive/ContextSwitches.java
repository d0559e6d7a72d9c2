package dev.tailrace.probe.archive;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.Map;

/**
 * How often each thread of a process has given its processor up by itself since its start: each time it waited for something, and was woken
 * later. Immutable.
 *
 * @param atNanos on a clock of its own, common to all of a recording
 * @param counts by the system's number of the thread
 * @param names by the same, as the system knows them: the first 15 characters
 */
public record ContextSwitches(Source source, long atNanos, Map<Long, Long> counts, Map<Long, String> names)
        implements EvidenceItem {
    public ContextSwitches {
        counts = Map.copyOf(counts);
        names = Map.copyOf(names);
    }
}
