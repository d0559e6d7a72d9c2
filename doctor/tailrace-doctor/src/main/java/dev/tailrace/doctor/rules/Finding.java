package dev.tailrace.doctor.rules;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule found. Immutable.
 *
 * @param remark what is said of it
 * @param weight how much it matters among findings of the same severity: roughly the seconds that threads lost
 */
public record Finding(Remark remark, double weight) {
    static Finding of(
            Trouble trouble, String cause, @Nullable String consumer, Source at, List<String> evidence, double weight) {
        return new Finding(
                Remark.of(trouble, cause, consumer, at.file(), at.line()).evidence(evidence.toArray(new String[0])),
                weight);
    }

    /** This one, told after its cause of that weight, however much it matters itself. */
    Finding after(double cause) {
        return new Finding(remark, Math.min(weight, Math.nextDown(cause)));
    }
}
