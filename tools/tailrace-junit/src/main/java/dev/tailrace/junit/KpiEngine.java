package dev.tailrace.junit;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * With {@code tailrace.kpis.fail=true}, adds one test at the end of the run. It fails when tests passed though they got worse than their
 * baseline: tests of JUnit 4 and of other engines that {@link KpiExtension} can't fail. JUnit swallows a listener's exceptions; a failed
 * test is understood by every build tool. Engines run in the order of the class path; the test also fails when another engine runs after
 * it. The service loader finds this engine. Thread-safe.
 */
public final class KpiEngine implements TestEngine {
    /** The type of all unique-id segments after the engine's own. */
    static final String SEGMENT = "tailrace-kpis";

    static final String ID = "tailrace-kpis";
    private static final String TEST = "testsThatPassedAreNoWorse";

    /** For the service loader. */
    public KpiEngine() {}

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        EngineDescriptor engine = new EngineDescriptor(id, "Log KPIs");
        if (!isWithinATest() && KpiSettings.failsAtTheEnd(request.getConfigurationParameters()::get)) {
            String type = KpiEngine.class.getName();
            TestDescriptor group = new Part(
                    id.append(SEGMENT, "class"), "Log KPIs", ClassSource.from(type), TestDescriptor.Type.CONTAINER);
            group.addChild(new Part(
                    group.getUniqueId().append(SEGMENT, TEST),
                    TEST,
                    MethodSource.from(type, TEST),
                    TestDescriptor.Type.TEST));
            engine.addChild(group);
        }
        return engine;
    }

    /** Whether a test launched this engine: such a run ends before the outer tests do. */
    private static boolean isWithinATest() {
        KpiSession session = KpiSession.opened();
        return session != null && session.ownOfThread() != null;
    }

    @Override
    public void execute(ExecutionRequest request) {
        run(request.getRootTestDescriptor(), request.getEngineExecutionListener());
    }

    private static void run(TestDescriptor part, EngineExecutionListener listener) {
        listener.executionStarted(part);
        for (TestDescriptor child : List.copyOf(part.getChildren())) {
            run(child, listener);
        }
        KpiSession session = part.isTest() ? KpiSession.opened() : null;
        String message = session == null ? "" : session.finalFailureMessage();
        listener.executionFinished(
                part,
                message.isEmpty() ? TestExecutionResult.successful() : TestExecutionResult.failed(failure(message)));
    }

    /** An error with one stack frame: build tools print the frames of the test's class before the message. */
    private static AssertionError failure(String message) {
        AssertionError failure = new AssertionError(message);
        failure.setStackTrace(Arrays.copyOf(failure.getStackTrace(), 1));
        return failure;
    }

    /** The test, or the class that contains it: Surefire reports only tests of a class. */
    private static final class Part extends AbstractTestDescriptor {
        private final Type type;

        Part(UniqueId id, String name, TestSource source, Type type) {
            super(id, name, source);
            this.type = type;
        }

        @Override
        public Type getType() {
            return type;
        }
    }
}
