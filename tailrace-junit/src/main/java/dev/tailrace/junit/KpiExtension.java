package dev.tailrace.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Fails a Jupiter test that is over its {@link LogBudget} or got worse than its baseline. {@link LogBudget} brings it along; for the
 * baseline of all tests Jupiter finds it by itself from 5.12 on, or with
 * {@code junit.jupiter.extensions.autodetection.enabled=true}. A test that has failed already is left alone. Thread-safe.
 */
public final class KpiExtension implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(KpiExtension.class);
    private static final String BEGUN_HERE = "begun here";
    /** Looking for an annotation on annotations takes longer than a short test. */
    private static final Map<AnnotatedElement, Optional<LogBudget>> KNOWN = new ConcurrentHashMap<>();

    /** For Jupiter. */
    public KpiExtension() {}

    /** Where no listener was told of the start, this is the start. */
    @Override
    public void beforeEach(ExtensionContext context) {
        KpiSession session = session(context);
        if (session == null) {
            return;
        }
        String name = TestName.of(context.getUniqueId());
        if (!session.isRunning(name)) {
            session.begin(name, true);
            context.getStore(NAMESPACE).put(BEGUN_HERE, true);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        KpiSession session = session(context);
        if (session == null) {
            return;
        }
        String name = TestName.of(context.getUniqueId());
        try {
            check(session, name, context);
        } finally {
            if (context.getStore(NAMESPACE).get(BEGUN_HERE) != null) {
                session.end(name, context.getExecutionException().isEmpty());
            }
        }
    }

    /** What the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        KpiSession session = session(context);
        if (session != null) {
            check(session, TestName.of(context.getUniqueId()), context);
        }
    }

    private static @Nullable KpiSession session(ExtensionContext context) {
        return KpiSession.open(context::getConfigurationParameter);
    }

    private static void check(KpiSession session, String name, ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            return;
        }
        String complaint = session.complaint(name, budget(context));
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }

    private static @Nullable Budget budget(ExtensionContext context) {
        Optional<LogBudget> found = context.getTestMethod().flatMap(KpiExtension::on);
        Class<?> type = context.getTestClass().orElse(null);
        while (found.isEmpty() && type != null) {
            found = on(type);
            type = type.getEnclosingClass();
        }
        return found.map(Budget::new).orElse(null);
    }

    private static Optional<LogBudget> on(AnnotatedElement element) {
        return KNOWN.computeIfAbsent(element, KpiExtension::find);
    }

    private static Optional<LogBudget> find(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, LogBudget.class);
    }
}
