package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.heap.HeapRules;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;

/** What the heap says: collections, flags, allocation and exceptions. */
final class HeapTroubles implements DiagnosisRule {
    /** A share of the time that all threads stand still weighs about as much as a few threads that can't log. */
    private static final double WEIGHT = 1;

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
        Workplaces.of(ruleContext.timeline()).ifPresent(each -> evidence.add(0, each));
        return found.evidence(evidence.toArray(new String[0]));
    }
}
