package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.List;

/**
 * The contents of a garbage collector's log. Immutable.
 *
 * @param collector as it names itself, or as its lines give it away: {@code G1}, {@code ParNew}; empty when neither
 * @param maxHeap the most that the heap may take, in bytes; {@link Occupancy#UNKNOWN} when it is unknown
 * @param memory of the machine or container, in bytes; {@link Occupancy#UNKNOWN} when it is unknown
 * @param cpus that the JVM sees; 0 when it is unknown
 * @param events in the order of the log
 */
public record GcLog(Source source, String collector, long maxHeap, long memory, int cpus, List<GcEvent> events)
        implements EvidenceItem {
    public GcLog {
        events = List.copyOf(events);
    }
}
