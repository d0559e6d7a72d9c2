package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Threads that stand still in the put of one bounded queue of the application: nothing takes from it any more. */
final class FullQueues implements DiagnosisRule {
    private static final int LEAST_THREADS = 3;

    /** A queue whose reader is merely slow lets one of them through now and then. */
    private static final int LEAST_STILL = 3;

    private static final double LEAST_SECONDS = 3;
    private static final int MOST_NAMED = 5;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        if (timeline.moments().size() <= LEAST_STILL) {
            return List.of();
        }
        DumpSnapshot last = timeline.last();
        Map<String, List<ThreadSnapshot>> queues = new LinkedHashMap<>();
        for (ThreadSnapshot each : last.threads()) {
            if (each.doing() == ThreadActivity.WAITS && each.stack().isPutting()) {
                queues.computeIfAbsent(queue(each), unused -> new ArrayList<>()).add(each);
            }
        }
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (List<ThreadSnapshot> each : queues.values()) {
            int still = each.stream().mapToInt(ThreadSnapshot::still).min().orElse(0);
            double seconds = timeline.stood(last, still);
            if (each.size() >= LEAST_THREADS && still >= LEAST_STILL && seconds >= LEAST_SECONDS) {
                findings.add(finding(timeline, last, each, still, seconds));
            }
        }
        return findings;
    }

    /** The condition that all wait for belongs to one queue; where dumps don't show it, the place does. */
    private static String queue(ThreadSnapshot threadSnapshot) {
        Frame place = threadSnapshot.stack().place();
        return threadSnapshot
                .waitsFor()
                .map(Lock::id)
                .filter(each -> !each.isEmpty())
                .orElse(place == null ? "" : place.call());
    }

    private static DiagnosisFinding finding(
            Timeline timeline, DumpSnapshot last, List<ThreadSnapshot> waiters, int still, double seconds) {
        Map<String, Long> places = waiters.stream()
                .collect(Collectors.groupingBy(
                        each -> String.valueOf(each.stack().place()), LinkedHashMap::new, Collectors.counting()));
        String where = places.entrySet().stream()
                .map(each -> EvidenceFormat.threads(each.getValue()) + " at " + each.getKey())
                .collect(Collectors.joining(", "));
        String cause = String.format(
                        Locale.ROOT,
                        "%s (%s) wait for a place in a full queue: %s. None of them moved",
                        EvidenceFormat.threads(waiters.size()),
                        names(waiters),
                        where)
                + (timeline.isTimed() ? " for " + EvidenceFormat.seconds(seconds) : " in " + (still + 1) + " dumps")
                + ", so no thread takes from it. If those that should take from it are among them, each waits for the others: a"
                + " deadlock that the JVM doesn't report.";
        List<String> evidence = new ArrayList<>();
        waiters.stream()
                .collect(Collectors.toMap(
                        each -> String.valueOf(each.stack().place()), each -> each, (a, b) -> a, LinkedHashMap::new))
                .values()
                .forEach(each -> evidence.add(EvidenceFormat.stack(each)));
        EvidenceFormat.callers(waiters).ifPresent(evidence::add);
        return DiagnosisFinding.of(
                        DiagnosisCode.FULL_QUEUE,
                        cause,
                        names(waiters),
                        waiters.get(0).thread().source(),
                        evidence,
                        waiters.size() * seconds)
                .about(new Blockage(last, List.of(), waiters));
    }

    private static String names(Collection<ThreadSnapshot> waiters) {
        return waiters.stream().limit(MOST_NAMED).map(ThreadSnapshot::name).collect(Collectors.joining(", "))
                + (waiters.size() > MOST_NAMED ? " ..." : "");
    }
}
