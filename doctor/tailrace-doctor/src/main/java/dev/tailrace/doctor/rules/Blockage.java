package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Consumer;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads that a finding is about. Immutable.
 *
 * @param moment at which they are shown
 * @param culprits those that hold the others up, and those of a deadlock; empty when none of them is seen
 * @param victims those that wait for them; empty when none does
 */
public record Blockage(Moment moment, List<Subject> culprits, List<Subject> victims) {
    public Blockage {
        culprits = List.copyOf(culprits);
        victims = List.copyOf(victims);
    }

    static Blockage of(Moment moment, @Nullable Consumer consumer, List<Subject> victims) {
        return new Blockage(moment, consumer == null ? List.of() : List.of(consumer.subject()), victims);
    }

    /** One thread, for which no other waits. */
    static Blockage of(Moment moment, Subject culprit) {
        return new Blockage(moment, List.of(culprit), List.of());
    }
}
