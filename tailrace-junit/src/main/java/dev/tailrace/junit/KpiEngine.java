package dev.tailrace.junit;

import java.util.List;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/**
 * With {@code tailrace.kpis.fail=true} one test at the end, which fails when tests passed though they got worse than their baseline: those
 * of JUnit 4 and of other engines that {@link KpiExtension} is no part of. A listener's exceptions are swallowed by JUnit, so a test is
 * what every build tool understands. Engines run in the order of the class path; the test fails when others come after it. JUnit finds
 * this by itself. Thread-safe.
 */
public final class KpiEngine implements TestEngine {
    /** Of the only test's unique id. */
    static final String SEGMENT = "tailrace-kpis-test";

    static final String ID = "tailrace-kpis";

    /** For the service loader. */
    public KpiEngine() {}

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        EngineDescriptor engine = new EngineDescriptor(id, "Log KPIs");
        if (Settings.failsAtTheEnd(request.getConfigurationParameters()::get)) {
            engine.addChild(new OnlyTest(id.append(SEGMENT, "baseline")));
        }
        return engine;
    }

    @Override
    public void execute(ExecutionRequest request) {
        EngineExecutionListener listener = request.getEngineExecutionListener();
        TestDescriptor engine = request.getRootTestDescriptor();
        listener.executionStarted(engine);
        for (TestDescriptor test : List.copyOf(engine.getChildren())) {
            listener.executionStarted(test);
            KpiSession session = KpiSession.opened();
            String complaint = session == null ? "" : session.complaintOfAll();
            listener.executionFinished(
                    test,
                    complaint.isEmpty()
                            ? TestExecutionResult.successful()
                            : TestExecutionResult.failed(new AssertionError(complaint)));
        }
        listener.executionFinished(engine, TestExecutionResult.successful());
    }

    private static final class OnlyTest extends AbstractTestDescriptor {
        OnlyTest(UniqueId id) {
            super(id, "tests that passed are no worse than their baseline");
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }
    }
}
