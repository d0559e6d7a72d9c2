package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.heap.HeapFinding;
import dev.tailrace.doctor.heap.HeapRules;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the heap says: collections, flags, allocation and exceptions. */
final class HeapTroubles implements DiagnosisRule {
    /** A share of the time that all threads stand still weighs about as much as a few threads that can't log. */
    private static final double WEIGHT = 1;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (HeapFinding found : HeapRules.judge(ruleContext.evidence(), ruleContext.requestsPerSecond())) {
            // No thread waits for the one that writes then.
            boolean harmless = found.code() == HeapCode.SLOW_LOG_WRITES && ruleContext.logsWithTailrace();
            if (!harmless) {
                findings.add(new DiagnosisFinding(withPlaces(ruleContext, remark(found), found), WEIGHT));
            }
        }
        return findings;
    }

    /** Where threads were seen at work shows what makes the garbage, where no flight recording does. */
    private static Remark withPlaces(RuleContext ruleContext, Remark remark, HeapFinding found) {
        if (found.code() != HeapCode.TEMPORARY_GARBAGE || ruleContext.evidence().has(FlightRecording.class)) {
            return remark;
        }
        List<String> evidence = new ArrayList<>(found.evidence());
        Workplaces.of(ruleContext.timeline()).ifPresent(each -> evidence.add(0, each));
        return remark.evidence(evidence.toArray(new String[0]));
    }

    private static Remark remark(HeapFinding found) {
        return new Remark(
                found.code().code(),
                found.severity().name().toLowerCase(Locale.ROOT),
                found.code().title(),
                found.cause(),
                null,
                found.source().file(),
                found.source().line(),
                found.evidence(),
                found.remedy(),
                found.tailrace().isEmpty() ? null : found.tailrace());
    }
}
