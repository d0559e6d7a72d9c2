package dev.tailrace.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a Jupiter test that got worse than its baseline, or is over its {@link LogBudget} after other extensions have tidied up. Jupiter
 * finds it by itself from 5.12 on, or with {@code junit.jupiter.extensions.autodetection.enabled=true}. Tests that {@link KpiListener} is
 * not notified of, and those that have failed already, are left alone. Thread-safe.
 */
public final class KpiExtension implements AfterEachCallback, AfterAllCallback {
    /** For Jupiter. */
    public KpiExtension() {}

    @Override
    public void afterEach(ExtensionContext context) {
        BudgetChecks.judge(context);
    }

    /** What the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        BudgetChecks.judge(context);
    }
}
