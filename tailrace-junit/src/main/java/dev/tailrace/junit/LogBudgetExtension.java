package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Fails a Jupiter test that is over its {@link LogBudget}, which brings it along, or got worse than its baseline. A test that has failed
 * already is left alone. Thread-safe.
 */
public final class LogBudgetExtension implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /** Looking for an annotation on annotations takes longer than a short test. */
    private static final Map<AnnotatedElement, Optional<Budget>> KNOWN = new ConcurrentHashMap<>();

    /** What no listener was told of. */
    private static final Set<Measurement> BEGUN_HERE = ConcurrentHashMap.newKeySet();

    /** For Jupiter. */
    public LogBudgetExtension() {}

    /** Where no listener was told of the start, this is the start. */
    @Override
    public void beforeEach(ExtensionContext context) {
        KpiSession session = Judging.session(context);
        if (session != null && Judging.running(session, context) == null) {
            BEGUN_HERE.add(session.begin(Judging.name(context), true));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        KpiSession session = Judging.session(context);
        Measurement measured = session == null ? null : Judging.running(session, context);
        if (session == null || measured == null) {
            return;
        }
        try {
            Judging.judge(session, measured, context, budget(context));
        } finally {
            if (BEGUN_HERE.remove(measured)) {
                session.end(measured, context.getExecutionException().isEmpty());
            }
        }
    }

    /** What the class has logged outside its tests. */
    @Override
    public void afterAll(ExtensionContext context) {
        KpiSession session = Judging.session(context);
        Measurement measured = session == null ? null : Judging.running(session, context);
        if (session != null && measured != null) {
            Judging.judge(session, measured, context, budget(context));
        }
    }

    /** The method's own, or else that of its class or one around it. */
    private static @Nullable Budget budget(ExtensionContext context) {
        Budget own = context.getTestMethod().flatMap(LogBudgetExtension::on).orElse(null);
        Class<?> type = own == null ? context.getTestClass().orElse(null) : null;
        while (own == null && type != null) {
            own = on(type).orElse(null);
            type = type.getEnclosingClass();
        }
        return own;
    }

    private static Optional<Budget> on(AnnotatedElement element) {
        Optional<Budget> known = KNOWN.get(element);
        if (known == null) {
            known = AnnotationSupport.findAnnotation(element, LogBudget.class).map(Budget::new);
            KNOWN.put(element, known);
        }
        return known;
    }
}
