package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Consumer;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Crowd;
import dev.tailrace.doctor.course.Doing;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Episodes;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.course.WaitGraph;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Threads that queue for a lock that is not logging's. */
final class Convoys implements Rule {
    private static final int LEAST_MOMENTS = 3;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        for (Episode each : Episodes.ofLocks(patient.course())) {
            if (LoggingWaits.isBehindDeadlock(each)) {
                continue;
            }
            Crowd telling = each.telling().orElse(each.peak());
            Consumer holder = telling.consumer();
            // The holder of the lock can't log: that is the finding, and this its consequence.
            boolean behindLogging = holder != null && holder.subject().doing() == Doing.WAITS_TO_LOG;
            if (isSick(patient.course(), each) && !(behindLogging && isFound(patient, holder))) {
                findings.add(finding(patient.course(), each, telling, holder));
            } else if (!behindLogging
                    && !patient.course().isSeries()
                    && each.peak().waiters().size() >= 2) {
                // One dump can't distinguish a queue that stands still from one that moves.
                Finding found = finding(patient.course(), each, telling, holder);
                findings.add(found.severity("info"));
            }
        }
        return findings;
    }

    /** Whether the holder is one of those that are found to wait in log calls. */
    private static boolean isFound(Patient patient, @Nullable Consumer holder) {
        return holder != null
                && patient.logging().stream()
                        .flatMap(each -> each.crowds().stream())
                        .flatMap(each -> each.waiters().stream())
                        .anyMatch(
                                each -> each.identity().equals(holder.subject().identity()));
    }

    private static boolean isSick(Course course, Episode episode) {
        int peak = episode.peak().waiters().size();
        long busy = Math.max(1, episode.peak().moment().busy());
        if (!course.isSeries()) {
            return peak >= 5 && peak * 5L >= busy;
        }
        long waiting = episode.crowds().stream()
                .mapToLong(each -> each.waiters().size())
                .sum();
        return episode.still() >= 3
                || isStuckThroughout(course, episode)
                || (waiting * 10 >= course.busy() * 3
                        && waiting >= 4L * course.moments().size());
    }

    /** Few threads, but the same ones in each dump, behind a holder that doesn't move either. */
    private static boolean isStuckThroughout(Course course, Episode episode) {
        Crowd last = episode.last();
        Consumer holder = last.consumer();
        int moments = course.moments().size();
        return moments >= LEAST_MOMENTS
                && last.moment().index() == moments - 1
                && holder != null
                && holder.subject().still() == moments - 1
                && last.waiters().stream().anyMatch(each -> each.still() == moments - 1);
    }

    private static Finding finding(Course course, Episode episode, Crowd telling, @Nullable Consumer holder) {
        int peak = episode.peak().waiters().size();
        String type = telling.waiters().stream()
                .flatMap(each -> each.thread().locks().stream())
                .filter(each -> each.stops() && !each.type().isEmpty())
                .map(Lock::type)
                .findFirst()
                .orElse("a lock");
        StringBuilder cause = new StringBuilder()
                .append(String.format(Locale.ROOT, "Up to %,d threads wait at %s for %s. ", peak, episode.key(), type));
        boolean logs = false;
        if (holder == null) {
            cause.append(
                    "Its holder is not seen, so what it does meanwhile isn't known; jstack -l shows holders of locks that are no"
                            + " monitors.");
        } else {
            Subject last = WaitGraph.of(telling.moment()).root(holder.subject());
            logs = holder.subject().stack().isInLogging() || last.stack().isInLogging();
            cause.append(holder.subject().name()).append(" holds it and ").append(Words.does(holder));
            if (!last.identity().equals(holder.subject().identity())) {
                cause.append(", behind ").append(last.name());
            }
            if (logs) {
                cause.append(", inside of a log call.");
            } else {
                cause.append("; logging has no part in it.");
            }
        }
        boolean lookup = holder != null && holder.work() == Kind.DNS;
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.course(course, episode));
        if (holder != null) {
            evidence.add(
                    holder.work() == null
                            ? Words.stack(holder.subject())
                            : Words.stack(holder.subject(), holder.work()));
        }
        evidence.add(Words.stack(telling.waiters().get(0)));
        return Finding.of(
                        logs ? Trouble.HOLDER_LOGS : lookup ? Trouble.SLOW_NAME_SERVICE : Trouble.LOCK_CONVOY,
                        cause.toString(),
                        holder == null ? null : holder.subject().name() + " " + Words.does(holder),
                        episode.peak().moment().sample().source(),
                        evidence,
                        episode.threadSeconds())
                .about(Blockage.of(telling.moment(), holder, telling.waiters()));
    }
}
