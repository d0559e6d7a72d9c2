package dev.tailrace.junit;

import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Measures each test and each class, of whatever engine, and writes the reports when all have run. JUnit finds it by itself. It can't fail
 * a test; that is what {@link KpiExtension} is for. Thread-safe.
 */
public final class KpiListener implements TestExecutionListener {
    private volatile @Nullable KpiSession session;

    /** For the service loader. */
    public KpiListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        KpiSession opened = KpiSession.open(plan.getConfigurationParameters()::get);
        session = opened;
        if (opened != null) {
            Autodetection.activate(plan.getConfigurationParameters()::get);
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        KpiSession open = session;
        if (open != null && isMeasured(test)) {
            open.begin(TestName.of(test.getUniqueId()), test.isTest() || isFactory(test));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        KpiSession open = session;
        if (open != null && isMeasured(test)) {
            open.end(TestName.of(test.getUniqueId()), result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        KpiSession open = session;
        if (open != null && test.isTest()) {
            open.skip(TestName.of(test.getUniqueId()));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        KpiSession open = session;
        if (open != null) {
            open.report();
        }
    }

    /** A factory is one test with all that it makes: Jupiter prepares and tidies up once for all of them. */
    private static boolean isMeasured(TestIdentifier test) {
        if (test.getUniqueId().contains("/[dynamic-")) {
            return false;
        }
        return test.isTest()
                || isFactory(test)
                || test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    private static boolean isFactory(TestIdentifier test) {
        String id = test.getUniqueId();
        return id.startsWith("[test-factory:", id.lastIndexOf('/') + 1);
    }
}
