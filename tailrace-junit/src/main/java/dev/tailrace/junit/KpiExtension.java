package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashSet;
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
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Fails a Jupiter test that is over its {@link LogBudget} or got worse than its baseline. {@link LogBudget} brings it along; for the
 * baseline of all tests Jupiter finds it by itself from 5.12 on, or with
 * {@code junit.jupiter.extensions.autodetection.enabled=true}. A test that has failed already is left alone. Thread-safe.
 */
public final class KpiExtension implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /** Looking for an annotation on annotations takes longer than a short test. */
    private static final Map<AnnotatedElement, Optional<Budget>> KNOWN = new ConcurrentHashMap<>();

    /** Whether annotations are or have a budget; by the class of the annotation itself, which is one of its type's own. */
    private static final Map<Class<?>, Boolean> BUDGETS = new ConcurrentHashMap<>();

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
        String complaint = session.complaint(measured, budget(context));
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }

    private static @Nullable Budget budget(ExtensionContext context) {
        Method method = context.getTestMethod().orElse(null);
        Optional<Budget> found = method == null ? Optional.empty() : of(method);
        Class<?> type = context.getTestClass().orElse(null);
        if (found.isEmpty() && type != null) {
            found = of(type);
        }
        return found.orElse(null);
    }

    private static Optional<Budget> of(AnnotatedElement element) {
        Optional<Budget> known = KNOWN.get(element);
        if (known == null) {
            known = element instanceof Class<?> type
                    ? around(type)
                    : mayHaveOne(element) ? on(element) : Optional.empty();
            KNOWN.put(element, known);
        }
        return known;
    }

    /** On the class or one around it. */
    private static Optional<Budget> around(Class<?> innermost) {
        Optional<Budget> found = Optional.empty();
        for (Class<?> type = innermost; found.isEmpty() && type != null; type = type.getEnclosingClass()) {
            found = isMarked(type) ? on(type) : found;
        }
        return found;
    }

    /** The class itself, what it extends or what it implements. */
    private static boolean isMarked(Class<?> type) {
        boolean marked = mayHaveOne(type);
        for (Class<?> each : type.getInterfaces()) {
            marked |= isMarked(each);
        }
        Class<?> above = type.getSuperclass();
        return marked || (above != null && isMarked(above));
    }

    /** Most tests have no other annotations than {@code Test}, which needs to be looked at once. Asking it for its type takes longer. */
    @SuppressWarnings("GetClassOnAnnotation")
    private static boolean mayHaveOne(AnnotatedElement element) {
        for (Annotation each : element.getDeclaredAnnotations()) {
            Boolean known = BUDGETS.get(each.getClass());
            if (known == null) {
                known = isBudget(each.annotationType(), new HashSet<>());
                BUDGETS.put(each.getClass(), known);
            }
            if (known) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBudget(Class<? extends Annotation> type, Set<Class<?>> seen) {
        if (type == LogBudget.class) {
            return true;
        }
        if (type.getName().startsWith("java.") || !seen.add(type)) {
            return false;
        }
        for (Annotation each : type.getDeclaredAnnotations()) {
            if (isBudget(each.annotationType(), seen)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Budget> on(AnnotatedElement element) {
        LogBudget limits =
                AnnotationSupport.findAnnotation(element, LogBudget.class).orElse(null);
        return limits == null ? Optional.empty() : Optional.of(new Budget(limits));
    }
}
