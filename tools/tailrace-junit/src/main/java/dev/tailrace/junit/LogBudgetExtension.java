package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.NamedCall;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.UniqueId;

/**
 * Reads the {@link LogBudget} of a Jupiter test, and fails the test if it is over budget or worse than its baseline. {@link LogBudget} and
 * {@link MeasuredTest} register this extension. Extensions registered earlier clean up later; only a detected {@link KpiExtension} counts
 * what they log then. A test that has failed already is left alone. Thread-safe.
 */
public final class LogBudgetExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, InvocationInterceptor {
    /** Measurements begun here, because no listener was notified of their tests. */
    private static final Set<Measurement> BEGUN_HERE = ConcurrentHashMap.newKeySet();

    /** For Jupiter. */
    public LogBudgetExtension() {}

    /** Sets the budget of what the class logs outside its tests. */
    @Override
    public void beforeAll(ExtensionContext context) {
        KpiSession session = BudgetChecks.session(context);
        Measurement measured = session == null ? null : session.running(context.getUniqueId());
        if (session != null && measured != null) {
            note(session, measured, context);
        }
    }

    /** Begins the measurement if no listener was notified of the start. */
    @Override
    public void beforeEach(ExtensionContext context) {
        KpiSession session = BudgetChecks.session(context);
        if (session == null) {
            return;
        }
        Measurement measured = session.running(context.getUniqueId());
        if (measured == null) {
            measured = session.begin(UniqueId.parse(context.getUniqueId()), true);
            BEGUN_HERE.add(measured);
        }
        note(session, measured, context);
    }

    /** Measures the test method if it is a {@link MeasuredTest}, or if its budget limits named methods and it names none itself. */
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        KpiSession session = BudgetChecks.session(context);
        Measurement measured = session == null ? null : session.running(context.getUniqueId());
        boolean asked = annotation(context, MeasuredTest.class).isPresent();
        if (session == null || measured == null || !(asked || session.limitsMethods(measured))) {
            invocation.proceed();
            return;
        }
        NamedCall call = LogKpis.begin(method.getExecutable().getName());
        try {
            invocation.proceed();
        } finally {
            if (asked || !measured.namesMethods()) {
                call.end();
            }
        }
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        interceptTestMethod(invocation, method, context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        KpiSession session = BudgetChecks.session(context);
        Measurement measured = session == null ? null : session.running(context.getUniqueId());
        try {
            BudgetChecks.check(context);
        } finally {
            if (session != null && measured != null && BEGUN_HERE.remove(measured)) {
                session.end(
                        context.getUniqueId(), context.getExecutionException().isEmpty());
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        BudgetChecks.check(context);
    }

    /** Sets the method's own budget, or else that of its class or of an enclosing class. */
    private static void note(KpiSession session, Measurement measured, ExtensionContext context) {
        annotation(context, LogBudget.class).ifPresent(limits -> session.setBudget(measured, new Budget(limits)));
    }

    private static <A extends Annotation> Optional<A> annotation(ExtensionContext context, Class<A> type) {
        Optional<A> found = AnnotationSupport.findAnnotation(context.getTestMethod(), type);
        for (Optional<ExtensionContext> each = Optional.of(context);
                found.isEmpty() && each.isPresent();
                each = each.get().getParent()) {
            found = AnnotationSupport.findAnnotation(each.get().getTestClass(), type);
        }
        return found;
    }
}
