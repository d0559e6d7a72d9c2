package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What the extensions have in common: to find what was measured of a Jupiter test, and to fail the test for it. */
final class BudgetChecks {
    private BudgetChecks() {}

    /** Null when nothing is measured. */
    static @Nullable KpiSession session(ExtensionContext context) {
        return KpiSession.open(context::getConfigurationParameter);
    }

    /** Fails a test that hasn't failed already, if it has to. */
    static void judge(ExtensionContext context) {
        KpiSession session = session(context);
        Measurement measured = session == null ? null : session.running(context.getUniqueId());
        if (session == null
                || measured == null
                || context.getExecutionException().isPresent()) {
            return;
        }
        String complaint = session.complaint(measured);
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }
}
