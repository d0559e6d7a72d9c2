package dev.tailrace.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a Jupiter test that got worse than its baseline, or that is over its {@link LogBudget} after other extensions have cleaned up.
 * Jupiter from 5.12 on detects this extension; older versions need {@code junit.jupiter.extensions.autodetection.enabled=true}. A test that
 * {@link KpiListener} is not notified of, or that has failed already, is left alone. Thread-safe.
 */
public final class KpiExtension implements AfterEachCallback, AfterAllCallback {
    /** For Jupiter. */
    public KpiExtension() {}

    @Override
    public void afterEach(ExtensionContext context) {
        BudgetChecks.check(context);
    }

    /** Checks what the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        BudgetChecks.check(context);
    }
}
