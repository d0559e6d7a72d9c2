package dev.tailrace.junit;

import dev.tailrace.junit.measure.Measurement;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/** What the extensions have in common: to find what was measured of a Jupiter test, and to fail the test for it. */
final class Judging {
    private Judging() {}

    /** Null when nothing is measured. */
    static @Nullable KpiSession session(ExtensionContext context) {
        KpiSession opened = KpiSession.opened();
        return opened != null ? opened : KpiSession.open(context::getConfigurationParameter);
    }

    /** Mostly what the listener began in this thread; asking for the unique id, which tells for sure, takes longer than an empty test. */
    static @Nullable Measurement running(KpiSession session, ExtensionContext context) {
        Measurement own = session.ownOfThread();
        return own != null && isOf(own, context) ? own : session.running(name(context));
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

    static String name(ExtensionContext context) {
        return TestName.of(UniqueId.parse(context.getUniqueId()));
    }

    /** Fails a test that hasn't failed already, if it has to. */
    static void judge(ExtensionContext context) {
        KpiSession session = session(context);
        Measurement measured = session == null ? null : running(session, context);
        if (session == null
                || measured == null
                || context.getExecutionException().isPresent()) {
            return;
        }
        String complaint = session.complaint(measured);
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }
}
