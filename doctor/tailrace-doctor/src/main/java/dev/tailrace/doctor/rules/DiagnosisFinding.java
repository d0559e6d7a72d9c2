package dev.tailrace.doctor.rules;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.RemarkCode;
import dev.tailrace.probe.evidence.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule found. Immutable.
 *
 * @param remark what is said of it
 * @param weight how much it matters among findings of the same severity: roughly the seconds that threads lost
 * @param blockage the threads it is about; null when it is about none, or about all
 */
public record DiagnosisFinding(
        Remark remark, double weight, @Nullable Blockage blockage) {
    DiagnosisFinding(Remark remark, double weight) {
        this(remark, weight, null);
    }

    static DiagnosisFinding of(
            DiagnosisCode diagnosisCode,
            String cause,
            @Nullable String consumer,
            Source at,
            List<String> evidence,
            double weight) {
        return new DiagnosisFinding(
                Remark.of(diagnosisCode, cause, consumer, at.file(), at.line())
                        .evidence(evidence.toArray(new String[0])),
                weight);
    }

    boolean is(RemarkCode code) {
        return remark.code().equals(code.code());
    }

    /** This one, listed after its cause of that weight, however much it matters itself. */
    DiagnosisFinding after(double cause) {
        return new DiagnosisFinding(remark, Math.min(weight, Math.nextDown(cause)), blockage);
    }

    DiagnosisFinding about(Blockage threads) {
        return new DiagnosisFinding(remark, weight, threads);
    }

    DiagnosisFinding severity(String other) {
        return new DiagnosisFinding(remark.severity(other), weight, blockage);
    }

    /** Without what happens with Tailrace, for an application that has it. */
    DiagnosisFinding withoutComparison() {
        return new DiagnosisFinding(remark.withoutComparison(), weight, blockage);
    }

    DiagnosisFinding instead(String remedy) {
        return new DiagnosisFinding(remark.instead(remedy), weight, blockage);
    }
}
