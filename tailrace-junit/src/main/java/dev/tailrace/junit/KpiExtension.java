package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Fails a Jupiter test that is over its {@link LogBudget} or got worse than its baseline. {@link LogBudget} brings it along; for the
 * baseline of all tests Jupiter finds it by itself from 5.12 on, or with
 * {@code junit.jupiter.extensions.autodetection.enabled=true}. A test that has failed already is left alone. Thread-safe.
 */
public final class KpiExtension implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /** What no listener was told of. */
    private static final Set<Measurement> BEGUN_HERE = ConcurrentHashMap.newKeySet();

    /** For Jupiter. */
    public KpiExtension() {}

    /** Where no listener was told of the start, this is the start. */
    @Override
    public void beforeEach(ExtensionContext context) {
        KpiSession session = session(context);
        if (session != null && running(session, context) == null) {
            BEGUN_HERE.add(session.begin(name(context), true));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        KpiSession session = session(context);
        Measurement measured = session == null ? null : running(session, context);
        if (session == null || measured == null) {
            return;
        }
        try {
            check(session, measured, context);
        } finally {
            if (!BEGUN_HERE.isEmpty() && BEGUN_HERE.remove(measured)) {
                session.end(measured, context.getExecutionException().isEmpty());
            }
        }
    }

    /** What the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        KpiSession session = session(context);
        Measurement measured = session == null ? null : running(session, context);
        if (session != null && measured != null) {
            check(session, measured, context);
        }
    }

    private static @Nullable KpiSession session(ExtensionContext context) {
        KpiSession opened = KpiSession.opened();
        return opened != null ? opened : KpiSession.open(context::getConfigurationParameter);
    }

    /** Mostly what the listener began in this thread; asking for the unique id, which tells for sure, takes longer than an empty test. */
    private static @Nullable Measurement running(KpiSession session, ExtensionContext context) {
        Measurement own = session.ownOfThread();
        if (own != null && (own.context() == context || isOf(own, context))) {
            own.setContext(context);
            return own;
        }
        return session.running(name(context));
    }

    /** A test may well launch other tests in its thread. */
    private static boolean isOf(Measurement measurement, ExtensionContext context) {
        Class<?> type = context.getTestClass().orElse(null);
        Method method = context.getTestMethod().orElse(null);
        if (type == null) {
            return false;
        }
        if (method != null
                && measurement.owner() instanceof TestIdentifier test
                && test.getSource().orElse(null) instanceof MethodSource source) {
            // Jupiter notes the very names of class and method: comparing them takes no time.
            return source.getClassName().equals(type.getName())
                    && source.getMethodName().equals(method.getName());
        }
        String id = measurement.id();
        if (!id.startsWith(type.getName())) {
            return false;
        }
        int end = type.getName().length();
        return method == null
                ? id.length() == end
                : id.startsWith("#", end)
                        && id.startsWith(method.getName(), end + 1)
                        && id.startsWith("(", end + 1 + method.getName().length());
    }

    private static String name(ExtensionContext context) {
        return TestName.of(UniqueId.parse(context.getUniqueId()));
    }

    private static void check(KpiSession session, Measurement measured, ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            return;
        }
        String complaint = session.complaint(measured, Budgets.of(context));
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }
}
