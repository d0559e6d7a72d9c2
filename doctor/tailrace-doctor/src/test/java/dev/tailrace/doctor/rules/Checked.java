package dev.tailrace.doctor.rules;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Evidence;
import java.util.List;

/** What the rules say of evidence. */
final class Checked {
    private Checked() {}

    static List<Remark> of(Evidence evidence) {
        return DiagnosisRules.findings(RuleContext.of(evidence, Double.NaN)).stream()
                .map(DiagnosisFinding::remark)
                .toList();
    }
}
