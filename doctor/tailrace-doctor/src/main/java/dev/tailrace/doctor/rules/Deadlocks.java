package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the JVM itself reports as a deadlock. */
final class Deadlocks implements Rule {
    private static final int MOST_CHARACTERS = 600;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        Course course = patient.course();
        List<Moment> dead = course.moments().stream()
                .filter(each -> !each.sample().deadlocks().isEmpty())
                .toList();
        if (dead.isEmpty()) {
            return List.of();
        }
        Moment last = dead.get(dead.size() - 1);
        String report = last.sample().deadlocks().get(0);
        return List.of(Finding.of(
                Trouble.DEADLOCK,
                String.format(
                        Locale.ROOT,
                        "The JVM reports %d deadlock%s, from %s on.",
                        last.sample().deadlocks().size(),
                        last.sample().deadlocks().size() == 1 ? "" : "s",
                        course.when(dead.get(0))),
                null,
                last.sample().source(),
                List.of(report.length() > MOST_CHARACTERS ? report.substring(0, MOST_CHARACTERS) + " ..." : report),
                // Nothing that takes time is worse than what never ends.
                1e9));
    }
}
