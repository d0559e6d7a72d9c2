package dev.tailrace.junit;

import dev.tailrace.junit.backend.Backends;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Captures what a Jupiter test logs. {@link CaptureLogs} registers this extension. Thread-safe. */
public final class CaptureLogsExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(CaptureLogsExtension.class);
    private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

    /** For Jupiter. */
    public CaptureLogsExtension() {}

    /** The captures of one test. */
    private static final class Captures {
        final TestThreads.Scope scope = TestThreads.begin();
        final boolean parallel;
        private final Map<String, LogCapture> captures = new LinkedHashMap<>();

        Captures(boolean parallel) {
            this.parallel = parallel;
        }

        synchronized LogCapture get(CaptureLogs wanted) {
            String level = level(wanted);
            String key = wanted.threads() + " " + level + " " + wanted.logger();
            LogCapture known = captures.get(key);
            if (known == null) {
                boolean all = wanted.threads() == CaptureLogs.Threads.ALL
                        || (wanted.threads() == CaptureLogs.Threads.AUTO && !parallel);
                known = new LogCapture(scope, all);
                captures.put(key, known);
                known.start(wanted.logger(), level);
            }
            return known;
        }

        synchronized void end() {
            captures.values().forEach(LogCapture::end);
            TestThreads.end(scope);
        }
    }

    private static @Nullable String level(CaptureLogs wanted) {
        String name = wanted.level().strip().toUpperCase(Locale.ROOT);
        if (!name.isEmpty()
                && Arrays.stream(LogLevel.values())
                        .noneMatch(each -> each.name().equals(name))) {
            throw new ExtensionConfigurationException("@CaptureLogs(level = \"" + wanted.level()
                    + "\") names no level; there are " + Arrays.toString(LogLevel.values()) + ".");
        }
        return name.isEmpty() ? null : name;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        String refusal = Backends.refusalOfCapture();
        if (refusal != null) {
            throw new ExtensionConfigurationException("@CaptureLogs: " + refusal);
        }
        boolean parallel = context.getConfigurationParameter(PARALLEL)
                .map(Boolean::parseBoolean)
                .orElse(false);
        Captures captures = new Captures(parallel);
        store(context).put(Captures.class, captures);
        for (Parameter parameter : context.getRequiredTestMethod().getParameters()) {
            // A capture begins before all @BeforeEach methods, not only when the test's own parameters are resolved.
            CaptureLogs wanted = parameter.getAnnotation(CaptureLogs.class);
            if (wanted != null && parameter.getType() == LogCapture.class) {
                captures.get(wanted);
            }
        }
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            for (Field field : AnnotationSupport.findAnnotatedFields(instance.getClass(), CaptureLogs.class)) {
                set(field, instance, captures);
            }
        }
    }

    private static void set(Field field, Object instance, Captures captures) throws IllegalAccessException {
        CaptureLogs wanted = field.getAnnotation(CaptureLogs.class);
        if (wanted == null) {
            return;
        }
        if (field.getType() != LogCapture.class
                || Modifier.isStatic(field.getModifiers())
                || Modifier.isFinal(field.getModifiers())) {
            throw new ExtensionConfigurationException(
                    "@CaptureLogs belongs on a field of type LogCapture that is neither static nor final: " + field);
        }
        field.setAccessible(true);
        field.set(instance, captures.get(wanted));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Captures captures = store(context).remove(Captures.class, Captures.class);
        if (captures != null) {
            captures.end();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(CaptureLogs.class)
                && parameter.getParameter().getType() == LogCapture.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Captures captures = store(context).get(Captures.class, Captures.class);
        CaptureLogs wanted = parameter.findAnnotation(CaptureLogs.class).orElse(null);
        if (captures == null || wanted == null) {
            throw new ParameterResolutionException(
                    "@CaptureLogs belongs on a parameter of a test, or of a @BeforeEach or @AfterEach method: what is logged"
                            + " outside of tests isn't captured.");
        }
        return captures.get(wanted);
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
