package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.heap.HeapRules;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the heap says: collections, flags, allocation and exceptions. */
final class HeapTroubles implements DiagnosisRule {
    /** A share of the time that all threads stand still weighs about as much as a few threads that can't log. */
    private static final double WEIGHT = 1;

    private static final int LEAST_SEEN = 3;
    private static final int SHOWN = 3;

    private static final Set<String> JOINS_STRINGS = Set.of(
            "java.lang.String",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.lang.AbstractStringBuilder",
            "java.lang.StringConcatHelper",
            "java.lang.StringLatin1",
            "java.util.Formatter",
            "java.util.StringJoiner");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (Remark found : HeapRules.judge(ruleContext.evidence(), ruleContext.requestsPerSecond())) {
            // No thread waits for the one that writes then.
            boolean harmless = found.code().equals(HeapCode.SLOW_LOG_WRITES.code()) && ruleContext.logsWithTailrace();
            if (!harmless) {
                findings.add(new DiagnosisFinding(withPlaces(ruleContext, found), WEIGHT));
            }
        }
        return findings;
    }

    /** Where threads were seen at work shows what makes the garbage, where no flight recording does. */
    private static Remark withPlaces(RuleContext ruleContext, Remark found) {
        if (!found.code().equals(HeapCode.TEMPORARY_GARBAGE.code())
                || ruleContext.evidence().has(FlightRecording.class)) {
            return found;
        }
        List<String> evidence = new ArrayList<>(found.evidence());
        places(ruleContext.timeline()).ifPresent(each -> evidence.add(0, each));
        return found.evidence(evidence.toArray(new String[0]));
    }

    /** Where in the application threads were seen at work: a profile of a few samples; empty when they are too few. */
    private static Optional<String> places(Timeline timeline) {
        List<ThreadSnapshot> working = timeline.threads()
                .filter(each ->
                        each.doing() == ThreadActivity.RUNNING && each.stack().application() != null)
                .toList();
        if (working.size() < LEAST_SEEN) {
            return Optional.empty();
        }
        Map<String, Long> places = working.stream()
                .collect(Collectors.groupingBy(HeapTroubles::place, LinkedHashMap::new, Collectors.counting()));
        return Optional.of(String.format(Locale.ROOT, "of %,d times that a thread was seen at work: ", working.size())
                + places.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(SHOWN)
                        .map(each -> String.format(Locale.ROOT, "%,d at %s", each.getValue(), each.getKey()))
                        .collect(Collectors.joining(", ")));
    }

    private static String place(ThreadSnapshot threadSnapshot) {
        Frame application = threadSnapshot.stack().application();
        List<Frame> frames = threadSnapshot.thread().frames();
        boolean joins = frames.subList(0, Math.max(0, frames.indexOf(application))).stream()
                .anyMatch(each -> JOINS_STRINGS.contains(each.type()));
        return application + (joins ? " (joining strings)" : "");
    }
}
