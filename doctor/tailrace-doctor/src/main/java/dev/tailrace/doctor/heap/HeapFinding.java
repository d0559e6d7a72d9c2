package dev.tailrace.doctor.heap;

import dev.tailrace.finding.FindingCode.Severity;
import dev.tailrace.probe.evidence.Source;
import java.util.List;

/**
 * Something that is wrong with a heap. Immutable.
 *
 * @param cause what is wrong, in plain sentences with the figures
 * @param source where it is seen best
 * @param evidence the strongest first
 * @param remedy what helps without a change of the backend
 * @param tailrace what Tailrace does about it; empty when it has nothing to do with logging
 */
public record HeapFinding(
        HeapCode code,
        Severity severity,
        String cause,
        Source source,
        List<String> evidence,
        String remedy,
        String tailrace) {
    public HeapFinding {
        evidence = List.copyOf(evidence);
    }
}
