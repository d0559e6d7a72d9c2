package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a Jupiter test that got worse than its baseline, and that the {@link KpiListener} was told of. Jupiter finds it by itself from 5.12
 * on, or with {@code junit.jupiter.extensions.autodetection.enabled=true}. A test that has failed already is left alone, and so is one
 * that {@link LogBudgetExtension} has judged. Thread-safe.
 */
public final class KpiExtension implements AfterEachCallback, AfterAllCallback {
    /** For Jupiter. */
    public KpiExtension() {}

    @Override
    public void afterEach(ExtensionContext context) {
        compare(context);
    }

    /** What the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        compare(context);
    }

    private static void compare(ExtensionContext context) {
        KpiSession session = Judging.session(context);
        Measurement measured = session == null ? null : Judging.running(session, context);
        if (session != null && measured != null && !measured.isChecked()) {
            Judging.judge(session, measured, context, null);
        }
    }
}
