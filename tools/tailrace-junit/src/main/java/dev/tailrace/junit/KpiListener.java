package dev.tailrace.junit;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Measures each test and each class of any engine, and writes the reports when all have run. The service loader finds this listener. A
 * listener can't fail a test: {@link KpiExtension} does, and {@link KpiEngine} at the end. Thread-safe.
 */
public final class KpiListener implements TestExecutionListener {
    private volatile @Nullable KpiSession session;

    /** For the service loader. */
    public KpiListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Function<String, Optional<String>> parameters = plan.getConfigurationParameters()::get;
        KpiSession opened = KpiSession.open(parameters);
        session = opened;
        if (opened != null) {
            Autodetection.activate(parameters);
            opened.started(plan);
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        KpiSession open = session;
        if (open == null) {
            return;
        }
        String type = test.getUniqueIdObject().getLastSegment().getType();
        boolean whole = test.isTest() || type.equals("test-factory");
        // A test factory and its dynamic tests are one test: Jupiter sets up and tears down once for all of them.
        if ((whole || isClass(test)) && !type.startsWith("dynamic-") && !type.equals(KpiEngine.SEGMENT)) {
            open.begin(test.getUniqueIdObject(), whole);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        KpiSession open = session;
        if (open != null) {
            open.end(test.getUniqueId(), result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        KpiSession open = session;
        if (open != null && test.isTest()) {
            open.skip(TestName.of(test.getUniqueIdObject()));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        KpiSession open = session;
        if (open != null) {
            open.report();
        }
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().orElse(null) instanceof ClassSource;
    }
}
