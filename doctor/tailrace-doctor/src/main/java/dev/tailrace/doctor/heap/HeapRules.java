package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.probe.evidence.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with the heap, from whatever of it there is in the evidence. Stateless. */
public final class HeapRules {
    private HeapRules() {}

    /**
     * All findings, the worst first; empty when nothing is wrong.
     *
     * @param requestsPerSecond that the application answers; NaN when unknown
     */
    public static List<HeapFinding> judge(Evidence evidence, double requestsPerSecond) {
        List<HeapFinding> findings = new ArrayList<>();
        JvmFlags flags = flags(evidence);
        List<FlightRecording> flights = evidence.all(FlightRecording.class);
        for (HeapPicture picture : HeapPicture.of(evidence)) {
            CollectionRules rules = new CollectionRules(picture, flags, Allocators.of(evidence), requestsPerSecond);
            rules.judge(findings);
        }
        if (flags != null) {
            FlagRules.judge(flags, HeapPicture.of(evidence), findings);
        }
        for (FlightRecording flight : flights) {
            FlightRules.judge(flight, findings);
        }
        findings.sort(Comparator.comparing(HeapFinding::severity).reversed());
        return findings;
    }

    /** The flags of all sources, those that were read last where they differ; null when there are none. */
    private static @Nullable JvmFlags flags(Evidence evidence) {
        return evidence.all(JvmFlags.class).stream().reduce(JvmFlags::and).orElse(null);
    }
}
