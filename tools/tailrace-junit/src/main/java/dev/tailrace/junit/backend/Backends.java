package dev.tailrace.junit.backend;

import dev.tailrace.junit.measure.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Finds the backend of this class path and makes it report its events to a recorder. The search starts the backend: an event that is logged
 * before the recorder listens would be lost.
 */
public final class Backends {
    private static final String ADVICE =
            ", and only Tailrace, Logback and Log4j 2 report what they log. Put tailrace-slf4j, logback-classic"
                    + " or log4j-slf4j2-impl on the class path of the tests, and no other SLF4J provider beside it.";

    private Backends() {}

    /**
     * The result of the search.
     *
     * @param backend null when no events can be counted
     * @param reason why not, in a clause such as {@code SLF4J logs to org.slf4j.simple.SimpleLoggerFactory}; empty otherwise
     */
    public record Found(@Nullable Backend backend, String reason) {
        /** The reason and its remedy, for the build's output. */
        public String message() {
            return reason + ADVICE;
        }
    }

    /** Never throws. */
    public static Found find(Recorder recorder) {
        try {
            return search(recorder);
        } catch (LinkageError | RuntimeException failure) {
            return nothing("the logging backend can't be listened to: " + failure);
        }
    }

    /** Why events can't be captured with this backend, in a sentence; null if they can. */
    public static @Nullable String refusalOfCapture() {
        if (!isPresent("dev.tailrace.Tailrace")) {
            return "Events are captured from Tailrace, which is not on the class path of the tests: put tailrace-slf4j there.";
        }
        if (isPresent("org.slf4j.LoggerFactory")) {
            String provider = Slf4jProvider.name();
            if (!provider.startsWith("dev.tailrace.")) {
                return "Events are captured from Tailrace, and SLF4J logs to " + provider
                        + ": put no other provider beside tailrace-slf4j on the class path of the tests.";
            }
        }
        return null;
    }

    private static Found search(Recorder recorder) {
        if (!isPresent("org.slf4j.LoggerFactory")) {
            return isPresent("org.apache.logging.log4j.core.LoggerContext")
                    ? log4j(recorder)
                    : nothing("there is neither SLF4J nor Log4j 2 on the class path");
        }
        String provider = Slf4jProvider.name();
        if (provider.startsWith("ch.qos.logback.classic.")) {
            return new Found(LogbackTap.attachTo(recorder), "");
        }
        if (provider.startsWith("dev.tailrace.")) {
            return new Found(TailraceTap.attachTo(recorder), "");
        }
        if (provider.startsWith("org.apache.logging.slf4j.")) {
            return log4j(recorder);
        }
        return nothing("SLF4J logs to " + provider);
    }

    private static Found log4j(Recorder recorder) {
        Backend backend = Log4jTap.attachTo(recorder);
        return backend == null ? nothing("Log4j 2's API doesn't log to its own core") : new Found(backend, "");
    }

    private static Found nothing(String why) {
        return new Found(null, why);
    }

    /** The version that a class's jar states, after a space; empty when the jar states none. */
    static String version(Class<?> type) {
        Package room = type.getPackage();
        String version = room == null ? null : room.getImplementationVersion();
        return version == null ? "" : " " + version;
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, Backends.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
