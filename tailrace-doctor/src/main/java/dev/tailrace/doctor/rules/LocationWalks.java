package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.evidence.Exhibit;
import dev.tailrace.doctor.evidence.ThreadSample;
import dev.tailrace.doctor.signs.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Threads that are seen again and again while they walk the stack, to find out where a log call stands. */
final class LocationWalks implements Rule {
    private static final int LEAST_SEEN = 5;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        Course course = patient.course();
        List<Subject> walking = new ArrayList<>();
        for (Moment moment : course.moments()) {
            moment.subjects().stream()
                    .filter(each ->
                            each.isBusy() && each.stack().logs() && each.stack().work() == Kind.LOCATION)
                    .forEach(walking::add);
        }
        if (walking.size() < LEAST_SEEN || walking.size() * 10L < course.busy()) {
            return List.of();
        }
        Subject one = walking.get(0);
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.stack(one, Kind.LOCATION, Kind.FORMAT, Kind.API));
        Words.callers(walking).ifPresent(evidence::add);
        return List.of(Finding.of(
                Trouble.LOCATION_WALKS,
                String.format(
                        Locale.ROOT,
                        "Of %,d times that a thread was seen at work, %,d times it walked its stack for a log call.",
                        course.busy(),
                        walking.size()),
                null,
                one.thread().source(),
                evidence,
                walking.size()));
    }
}
