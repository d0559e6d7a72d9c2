package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Episodes;
import dev.tailrace.doctor.signs.Signs;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.List;

/**
 * All that rules look at: the evidence, and what was made of it once for all rules. Immutable.
 *
 * @param evidence all that was read
 * @param course the threads over time; without a moment when there is no thread dump
 * @param logging threads that could not log, over time
 * @param configurations those of logging that are in force
 * @param requestsPerSecond that were answered meanwhile; NaN when unknown
 */
public record Patient(
        Evidence evidence,
        Course course,
        List<Episode> logging,
        List<LoggingConfiguration> configurations,
        double requestsPerSecond) {
    /** Makes of the evidence what rules need. */
    public static Patient of(Evidence evidence) {
        return of(evidence, Double.NaN);
    }

    /** The same for an application that answered so many requests a second meanwhile; NaN when unknown. */
    public static Patient of(Evidence evidence, double requestsPerSecond) {
        Course course = Course.of(evidence.all(ThreadSample.class), Signs.table());
        return new Patient(
                evidence,
                course,
                Episodes.ofLogging(course),
                LoggingConfiguration.inForce(evidence.all(LoggingConfiguration.class)),
                requestsPerSecond);
    }

    /** Whether its threads, or what an agent found, show that it logs with Tailrace. */
    boolean logsWithTailrace() {
        boolean told = configurations.stream().anyMatch(LoggingConfiguration::isOfTailrace);
        return told
                || course.moments().stream()
                        .flatMap(each -> each.subjects().stream())
                        .flatMap(each -> each.thread().frames().stream())
                        .anyMatch(each -> each.type().equals("dev.tailrace.engine.drain.DrainLoop"));
    }
}
