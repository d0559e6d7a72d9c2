package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Shared by the extensions: finds the measurement of a Jupiter test, and fails the test for it. */
final class BudgetChecks {
    private BudgetChecks() {}

    /** Null when measuring is off. */
    static @Nullable KpiSession session(ExtensionContext context) {
        return KpiSession.open(context::getConfigurationParameter);
    }

    /** Fails a test that is over its budget or worse than its baseline, unless it has failed already. */
    static void check(ExtensionContext context) {
        KpiSession session = session(context);
        Measurement measured = session == null ? null : session.running(context.getUniqueId());
        if (session == null
                || measured == null
                || context.getExecutionException().isPresent()) {
            return;
        }
        String message = session.failureMessage(measured);
        if (!message.isEmpty()) {
            throw new AssertionError(message);
        }
    }
}
