package dev.tailrace.doctor.rules;

import java.util.List;

/** Looks for one kind of trouble. */
interface DiagnosisRule {
    /** Finds troubles. Never throws for what the evidence contains. */
    List<DiagnosisFinding> check(RuleContext ruleContext);
}
