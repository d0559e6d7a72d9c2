package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with the heap, from whatever of it there is in the evidence. Stateless. */
public final class HeapRules {
    private HeapRules() {}

    /**
     * All findings; empty when nothing is wrong.
     *
     * @param requestsPerSecond that the application answers; NaN when unknown
     */
    public static List<Remark> judge(Evidence evidence, double requestsPerSecond) {
        List<Remark> findings = new ArrayList<>();
        JvmFlags flags = flags(evidence);
        for (HeapPicture picture : HeapPicture.of(evidence)) {
            CollectionRules rules = new CollectionRules(picture, flags, Allocators.of(evidence), requestsPerSecond);
            rules.judge(findings);
        }
        if (flags != null) {
            FlagRules.judge(flags, HeapPicture.of(evidence), findings);
        }
        evidence.all(FlightRecording.class).forEach(each -> FlightRules.judge(each, findings));
        return findings;
    }

    /** The flags of all sources, those that were read last where they differ; null when there are none. */
    private static @Nullable JvmFlags flags(Evidence evidence) {
        return evidence.all(JvmFlags.class).stream().reduce(JvmFlags::and).orElse(null);
    }
}
