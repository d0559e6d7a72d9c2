package dev.tailrace.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The budgets of Jupiter's tests: the method's own, or else that of its class or one around it. Thread-safe. */
final class Budgets {
    /** Looking for an annotation on annotations takes longer than a short test. */
    private static final Map<AnnotatedElement, Optional<Budget>> KNOWN = new ConcurrentHashMap<>();

    /** Whether annotations are or have a budget; by the class of the annotation itself, which is one of its type's own. */
    private static final Map<Class<?>, Boolean> ANNOTATIONS = new ConcurrentHashMap<>();

    /** The class that was asked for last: the tests of a class come one after the other. */
    private static volatile OfClass last = new OfClass(Object.class, null);

    private record OfClass(Class<?> type, @Nullable Budget budget) {}

    private Budgets() {}

    /** That of a test or class; null if it has none. */
    static @Nullable Budget of(ExtensionContext context) {
        Method method = context.getTestMethod().orElse(null);
        Budget own = method == null ? null : of(method).orElse(null);
        Class<?> type = context.getTestClass().orElse(null);
        return own != null || type == null ? own : ofClass(type);
    }

    private static @Nullable Budget ofClass(Class<?> type) {
        OfClass known = last;
        if (known.type() != type) {
            known = new OfClass(type, of(type).orElse(null));
            last = known;
        }
        return known.budget();
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
            Boolean known = ANNOTATIONS.get(each.getClass());
            if (known == null) {
                known = isBudget(each.annotationType(), new HashSet<>());
                ANNOTATIONS.put(each.getClass(), known);
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
