package dev.tailrace.doctor.rules;

import dev.tailrace.probe.evidence.EvidenceItem;
import java.util.List;
import java.util.Set;

/** Looks for one kind of trouble. */
public interface DiagnosisRule {
    /** What it has to see; without any one of these it is not asked. */
    Set<Class<? extends EvidenceItem>> needs();

    /** What it finds. Never throws for what the evidence contains. */
    List<DiagnosisFinding> check(RuleContext ruleContext);
}
