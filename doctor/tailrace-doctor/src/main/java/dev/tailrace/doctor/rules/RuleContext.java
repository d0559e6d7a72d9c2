package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.doctor.signatures.FrameSignatures;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Stalls;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.List;

/**
 * All that rules look at: the evidence, and what was made of it once for all rules. Immutable.
 *
 * @param evidence all that was read
 * @param timeline the threads over time; without a moment when there is no thread dump
 * @param logging threads that could not log, over time
 * @param configurations those of logging that are in force
 * @param requestsPerSecond that were answered meanwhile; NaN when unknown
 */
public record RuleContext(
        Evidence evidence,
        Timeline timeline,
        List<Stall> logging,
        List<LoggingConfiguration> configurations,
        double requestsPerSecond) {
    /** Makes of the evidence what rules need. */
    public static RuleContext of(Evidence evidence, double requestsPerSecond) {
        Timeline timeline = Timeline.of(evidence.all(ThreadSample.class), FrameSignatures.table());
        return new RuleContext(
                evidence,
                timeline,
                Stalls.ofLogging(timeline),
                LoggingConfiguration.inForce(evidence.all(LoggingConfiguration.class)),
                requestsPerSecond);
    }

    boolean logsWithTailrace() {
        boolean known = configurations.stream().anyMatch(LoggingConfiguration::isOfTailrace);
        return known
                || timeline.threads()
                        .flatMap(each -> each.thread().frames().stream())
                        .anyMatch(each -> each.type().startsWith("dev.tailrace.engine."));
    }
}
