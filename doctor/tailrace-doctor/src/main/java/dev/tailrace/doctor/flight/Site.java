package dev.tailrace.doctor.flight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Where in the code something happened. Immutable.
 *
 * @param text the innermost call that is neither the JDK's nor a logging library's; where there is no such one, the innermost
 * @param logging whether a logging library is anywhere in the stack
 */
record Site(String text, boolean logging) {
    static final Site NONE = new Site("", false);

    /** Packages whose calls are logging's, whatever they do; of Tailrace's API, what a log call goes through. */
    private static final List<String> LOGGING =
            List.of(("org.slf4j. ch.qos.logback. org.apache.logging. org.apache.log4j. "
                            + "org.apache.commons.logging. java.util.logging. jdk.internal.logger. "
                            + "sun.util.logging. org.jboss.logging. org.jboss.logmanager. "
                            + "net.logstash.logback. org.tinylog. com.google.common.flogger. "
                            + "com.ibm.ws.logging. com.ibm.ejs.ras. dev.tailrace.slf4j. dev.tailrace.layout. "
                            + "dev.tailrace.engine. dev.tailrace.recording. dev.tailrace.Logger "
                            + "dev.tailrace.logging.")
                    .split(" ", -1));

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    static boolean isLogging(String type) {
        return begins(type, LOGGING);
    }

    /** Whether a logging library itself made the throwable that has this stack, and no code beneath it. */
    static boolean isMadeByLogging(@Nullable RecordedStackTrace stack) {
        if (stack != null) {
            for (RecordedFrame frame : stack.getFrames()) {
                RecordedMethod method = frame.getMethod();
                if (method == null || method.getType() == null) {
                    return false;
                }
                if (!method.getName().equals("<init>")) {
                    return isLogging(method.getType().getName());
                }
            }
        }
        return false;
    }

    private static boolean begins(String type, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Finds sites in stacks; keeps the texts of the calls that it has seen. Not thread-safe. */
    static final class Finder {
        private static final int MOST_TEXTS = 20_000;

        private static final int MOST_CALLERS = 4;
        private final Map<String, String> texts = new HashMap<>();

        Site of(@Nullable RecordedStackTrace stack) {
            return of(stack, false);
        }

        /** Where something was thrown: the code that made it, and not its own constructors. */
        Site ofThrown(@Nullable RecordedStackTrace stack) {
            return of(stack, true);
        }

        /** The innermost calls that are neither the JDK's nor a logging library's, a few of them, as {@code a.B.inner:12 < a.B.outer:7}. */
        Site callers(@Nullable RecordedStackTrace stack) {
            if (stack == null) {
                return NONE;
            }
            StringJoiner calls = new StringJoiner(" < ");
            int count = 0;
            boolean logging = false;
            for (RecordedFrame frame : stack.getFrames()) {
                RecordedMethod method = frame.getMethod();
                if (method == null || method.getType() == null) {
                    continue;
                }
                String type = method.getType().getName();
                if (isLogging(type)) {
                    logging = true;
                } else if (!begins(type, JDK) && count++ < MOST_CALLERS) {
                    calls.add(text(frame));
                }
            }
            return count == 0 ? of(stack) : new Site(calls.toString(), logging);
        }

        private Site of(@Nullable RecordedStackTrace stack, boolean thrown) {
            if (stack == null) {
                return NONE;
            }
            List<RecordedFrame> frames = stack.getFrames();
            RecordedFrame own = null;
            boolean logging = false;
            boolean making = thrown;
            for (RecordedFrame frame : frames) {
                RecordedMethod method = frame.getMethod();
                if (method == null || method.getType() == null) {
                    continue;
                }
                String type = method.getType().getName();
                making &= method.getName().equals("<init>");
                if (making) {
                    continue;
                }
                if (isLogging(type)) {
                    logging = true;
                } else if (own == null && !begins(type, JDK)) {
                    own = frame;
                }
            }
            if (own == null && !frames.isEmpty()) {
                own = frames.get(0);
            }
            return own == null || own.getMethod() == null ? NONE : new Site(text(own), logging);
        }

        private String text(RecordedFrame frame) {
            RecordedMethod method = frame.getMethod();
            int line = frame.getInt("lineNumber");
            String type = method.getType() == null ? "?" : method.getType().getName();
            String text = type + "." + method.getName() + (line > 0 ? ":" + line : "");
            if (texts.size() > MOST_TEXTS) {
                texts.clear();
            }
            return texts.computeIfAbsent(text, t -> t);
        }
    }
}
