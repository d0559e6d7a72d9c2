package dev.tailrace.junit.measure;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The length of a printed stack trace down to the test. The frames below the test depend on the test runner and must not change the
 * figures.
 */
final class ThrowableText {
    private static final int AT = "\tat \n".length();
    private static final int CAUSED_BY = "Caused by: ".length();
    private static final int MORE = "\t... 10 more\n".length();

    private ThrowableText() {}

    /** Never throws, even if the throwable's own methods do. */
    static long bytes(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        long bytes = 0;
        StackTraceElement[] enclosing = {};
        for (Throwable each = thrown; each != null && seen.add(each); each = cause(each)) {
            StackTraceElement[] trace = trace(each);
            int common = enclosing.length == 0 ? 0 : common(trace, enclosing);
            bytes += StandardLine.utf8(head(each)) + 1;
            bytes += each == thrown ? 0 : CAUSED_BY;
            int end = common == 0 ? end(trace) : trace.length - common;
            for (int i = 0; i < end; i++) {
                bytes += AT + StandardLine.utf8(trace[i].toString());
            }
            bytes += common == 0 ? 0 : MORE;
            enclosing = trace;
        }
        return bytes;
    }

    /** The first frame of the application; without one, the top frame. */
    static String top(Throwable thrown) {
        StackTraceElement[] trace = trace(thrown);
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return frame.toString();
            }
        }
        return trace.length == 0 ? "no stack trace" : trace[0].toString();
    }

    private static int end(StackTraceElement[] trace) {
        for (int i = 0; i < trace.length; i++) {
            String name = trace[i].getClassName();
            if (name.startsWith("jdk.internal.reflect.")
                    || name.startsWith("java.lang.reflect.")
                    || name.startsWith("org.junit.")) {
                return i;
            }
        }
        return trace.length;
    }

    private static int common(StackTraceElement[] trace, StackTraceElement[] enclosing) {
        int common = 0;
        while (common < Math.min(trace.length, enclosing.length)
                && trace[trace.length - 1 - common].equals(enclosing[enclosing.length - 1 - common])) {
            common++;
        }
        return common;
    }

    private static String head(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable foreign) {
            return thrown.getClass().getName();
        }
    }

    private static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable foreign) {
            return null;
        }
    }

    private static StackTraceElement[] trace(Throwable thrown) {
        try {
            return thrown.getStackTrace();
        } catch (Throwable foreign) {
            return new StackTraceElement[0];
        }
    }
}
