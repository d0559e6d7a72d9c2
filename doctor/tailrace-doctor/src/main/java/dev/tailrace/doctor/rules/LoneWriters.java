package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A thread that stands in the write of a log call over a series, while no other thread waits for it: other rules count those. */
final class LoneWriters implements Rule {
    private static final Set<Kind> WRITES = EnumSet.of(
            Kind.FILE, Kind.STDOUT, Kind.NETWORK, Kind.MAIL, Kind.DATABASE, Kind.REMOTE, Kind.FILE_LOCK, Kind.MOVE);

    /** Fewer dumps in a row at one place may be chance. */
    private static final int LEAST_STILL = 3;

    private static final double LEAST_SECONDS = 2;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        Course course = patient.course();
        if (course.moments().size() <= LEAST_STILL || !course.isTimed()) {
            return List.of();
        }
        Set<String> known = patient.logging().stream()
                .flatMap(each -> each.crowds().stream())
                .filter(each -> each.consumer() != null)
                .map(each -> each.consumer().subject().identity())
                .collect(Collectors.toSet());
        List<Finding> findings = new ArrayList<>();
        Moment last = course.moments().get(course.moments().size() - 1);
        for (Subject each : last.subjects()) {
            if (isStuck(each) && !known.contains(each.identity())) {
                double since = course.moments().get(last.index() - each.still()).second();
                if (last.second() - since >= LEAST_SECONDS) {
                    findings.add(finding(patient, each, last.second() - since).about(Blockage.of(last, each)));
                }
            }
        }
        return findings;
    }

    /** Where the processor time isn't known, a busy writer is at the same place in each dump, too. */
    private static boolean isStuck(Subject subject) {
        Kind work = subject.stack().work();
        return subject.still() >= LEAST_STILL
                && !Double.isNaN(subject.thread().cpuSeconds())
                && subject.stack().isInNative()
                && subject.stack().isInLogging()
                && work != null
                && WRITES.contains(work);
    }

    private static Finding finding(Patient patient, Subject subject, double seconds) {
        Kind work = subject.stack().work();
        String stream = work == Kind.STDOUT
                ? LoggingWaits.stream(patient, subject)
                        .map(StandardStream::text)
                        .map(each -> " " + each)
                        .orElse("")
                : "";
        return Finding.of(
                Trouble.STUCK_IN_LOG_CALL,
                String.format(
                                Locale.ROOT,
                                "%s %s inside of a log call and has stood there for %s, in %,d dumps in a row. No other thread waits for it yet.",
                                subject.name(),
                                Words.does(subject, work),
                                Words.seconds(seconds),
                                subject.still() + 1)
                        + stream,
                subject.name() + " " + Words.does(subject, work),
                subject.thread().source(),
                List.of(Words.stack(subject, work == null ? Kind.GUARD : work, Kind.GUARD, Kind.API)),
                seconds);
    }
}
