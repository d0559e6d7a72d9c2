package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.timeline.Blocker;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads that a finding is about. Immutable.
 *
 * @param moment at which they are shown
 * @param culprits those that hold the others up, and those of a deadlock; empty when none of them is seen
 * @param victims those that wait for them; empty when none does
 */
public record Blockage(DumpSnapshot moment, List<ThreadSnapshot> culprits, List<ThreadSnapshot> victims) {
    public Blockage {
        culprits = List.copyOf(culprits);
        victims = List.copyOf(victims);
    }

    static Blockage of(DumpSnapshot dumpSnapshot, @Nullable Blocker blocker, List<ThreadSnapshot> victims) {
        return new Blockage(dumpSnapshot, blocker == null ? List.of() : List.of(blocker.thread()), victims);
    }

    /** One thread, for which no other waits. */
    static Blockage of(DumpSnapshot dumpSnapshot, ThreadSnapshot culprit) {
        return new Blockage(dumpSnapshot, List.of(culprit), List.of());
    }
}
