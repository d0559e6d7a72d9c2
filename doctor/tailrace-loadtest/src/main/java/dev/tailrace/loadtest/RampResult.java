package dev.tailrace.loadtest;

import java.util.List;
import java.util.Optional;

/**
 * The result of a ramp. Immutable.
 *
 * @param plan that was followed
 * @param steps in the order of time, at least one
 * @param ceiling the highest rate that held, in requests a second; 0 when none did
 * @param broke the lowest rate that broke; infinite when none did
 */
public record RampResult(RampPlan plan, List<Step> steps, double ceiling, double broke) {
    public RampResult {
        steps = List.copyOf(steps);
    }

    /** Whether the objective was missed at all. */
    public boolean isCeilingFound() {
        return Double.isFinite(broke);
    }

    /** The last step at the lowest rate that broke: what gave way is seen there best. */
    public Optional<Step> breaking() {
        return steps.stream()
                .filter(each -> each.verdict() == Step.Verdict.BROKE && each.rate() == broke)
                .reduce((first, second) -> second);
    }

    /** Whether the ramp ended because doctor could not send faster. */
    public boolean isSenderTheLimit() {
        return steps.get(steps.size() - 1).verdict() == Step.Verdict.SENDER_TOO_SLOW;
    }
}
