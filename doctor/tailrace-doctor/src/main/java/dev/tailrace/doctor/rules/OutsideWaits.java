package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Episodes;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Threads that wait for a database, another service or the name service. */
final class OutsideWaits implements Rule {
    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        for (Episode each : Episodes.outside(patient.course())) {
            Kind kind = Kind.valueOf(each.key());
            if (isSick(patient.course(), each, kind)) {
                findings.add(finding(patient.course(), each, kind));
            }
        }
        return findings;
    }

    /** That threads wait outside is their life; that the same ones stand still for long is not. */
    private static boolean isSick(Course course, Episode episode, Kind kind) {
        int peak = episode.peak().waiters().size();
        if (course.isSeries()) {
            return episode.still() >= 3;
        }
        long busy = Math.max(1, episode.peak().moment().busy());
        return kind == Kind.POOL ? peak >= 5 : peak >= 10 && peak * 2L >= busy;
    }

    private static Finding finding(Course course, Episode episode, Kind kind) {
        Trouble trouble = switch (kind) {
            case POOL -> Trouble.POOL_EXHAUSTED;
            case DATABASE -> Trouble.SLOW_DATABASE;
            case DNS -> Trouble.SLOW_NAME_SERVICE;
            default -> Trouble.SLOW_SERVICE;
        };
        int peak = episode.peak().waiters().size();
        String what = switch (kind) {
            case POOL -> "a connection from a pool";
            case DATABASE -> "a database";
            case DNS -> "the name service";
            case MAIL -> "a mail server";
            default -> "another service";
        };
        Optional<Subject> connected =
                kind == Kind.POOL ? connected(episode.peak().moment()) : Optional.empty();
        StringBuilder cause =
                new StringBuilder(String.format(Locale.ROOT, "Up to %,d threads wait for %s", peak, what));
        if (episode.still() > 0) {
            cause.append(String.format(
                    Locale.ROOT, ", %,d of them for longer than from one dump to the next", episode.still()));
        }
        cause.append(connected.isPresent() ? "; those that have one wait for the database" : "")
                .append("; logging has no part in it.");
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.course(course, episode));
        Subject still = episode.peak().waiters().stream()
                .filter(each -> each.still() > 0)
                .findFirst()
                .orElse(episode.peak().waiters().get(0));
        evidence.add(Words.stack(connected.orElse(still), Kind.NETWORK, connected.isPresent() ? Kind.DATABASE : kind));
        Words.callers(Words.waiters(episode)).ifPresent(evidence::add);
        return Finding.of(
                        trouble,
                        cause.toString(),
                        connected
                                .map(each -> each.name() + " waits for the database")
                                .orElse(what),
                        episode.peak().moment().sample().source(),
                        evidence,
                        episode.threadSeconds())
                .about(new Blockage(
                        episode.peak().moment(),
                        connected.map(List::of).orElse(List.of()),
                        episode.peak().waiters()));
    }

    private static Optional<Subject> connected(Moment moment) {
        return moment.subjects().stream()
                .filter(each -> each.stack().work() == Kind.DATABASE)
                .findFirst();
    }
}
