package dev.tailrace.junit.measure;

import java.util.List;

/** Finds the place of a log call on the stack of the thread that logs. */
final class Callers {
    static final String UNKNOWN = "unknown (another thread writes for the callers)";

    /** Packages whose frames lie between the call and the code that counts it. */
    private static final List<String> LOGGING =
            List.of(("dev.tailrace.junit.measure. dev.tailrace.junit.backend. dev.tailrace.slf4j. "
                            + "dev.tailrace.Logger dev.tailrace.Tailrace dev.tailrace.Observation "
                            + "dev.tailrace.runtime.Lifecycle org.slf4j. ch.qos.logback. org.apache.logging. "
                            + "org.apache.commons.logging. org.apache.log4j. org.jboss.logging. "
                            + "java.util.logging. sun.util.logging. java.lang.System$Logger "
                            + "io.github.oshai.kotlinlogging. mu.KLogger mu.internal.")
                    .split(" ", -1));

    private static final StackWalker WALKER = StackWalker.getInstance();

    private Callers() {}

    static String find() {
        return WALKER.walk(frames -> frames.dropWhile(frame -> isLogging(frame.getClassName()))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement()))
                .map(Callers::place)
                .orElse("unknown");
    }

    /** The frame as text, without module and class loader, which differ between launchers. */
    static String place(StackTraceElement frame) {
        String file = frame.getFileName() == null ? "Unknown Source" : frame.getFileName();
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "(" + file + line + ")";
    }

    static boolean isLogging(String className) {
        for (String prefix : LOGGING) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
