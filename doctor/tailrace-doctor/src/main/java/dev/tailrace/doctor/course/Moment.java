package dev.tailrace.doctor.course;

import dev.tailrace.probe.evidence.ThreadSample;
import java.util.List;

/**
 * All threads at one moment. Immutable.
 *
 * @param index counted from 0
 * @param second since the first moment; the index where times are not known
 */
public record Moment(int index, double second, ThreadSample sample, List<Subject> subjects) {
    public Moment {
        subjects = List.copyOf(subjects);
    }

    /** How many do this. */
    public long count(Doing doing) {
        return subjects.stream().filter(each -> each.doing() == doing).count();
    }

    /** How many do something, or would if they could. */
    public long busy() {
        return subjects.stream().filter(Subject::isBusy).count();
    }

    /** How many threads the application has: all but the JVM's own. */
    public long threads() {
        return subjects.size() - count(Doing.JVM);
    }
}
