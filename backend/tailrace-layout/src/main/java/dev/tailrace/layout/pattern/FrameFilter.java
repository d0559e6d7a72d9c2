package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.Trace;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which frames of a stack count, as logstash-logback-encoder asks for it. Thread-safe.
 *
 * @param excluded those that don't, by what {@code class.method} has in it
 * @param sourced whether those without a file and a line don't, either
 */
record FrameFilter(List<Pattern> excluded, boolean sourced) {
    private static final int FACTOR = 31;

    boolean leavesOut(StackTraceElement frame) {
        return (sourced && (frame.getFileName() == null || frame.getLineNumber() < 0)) || isAny(excluded, frame);
    }

    /** Whether one of the patterns is found in {@code class.method}. */
    static boolean isAny(List<Pattern> patterns, StackTraceElement frame) {
        if (patterns.isEmpty()) {
            return false;
        }
        String method = frame.getClassName() + '.' + frame.getMethodName();
        return patterns.stream().anyMatch(pattern -> pattern.matcher(method).find());
    }

    /**
     * A number that is the same for throwables with the same classes and frames, whatever their messages are, as that library computes
     * it: a search for an old one goes on finding it.
     */
    String hash(Trace trace) {
        return String.format("%08x", hashCode(trace));
    }

    private int hashCode(Trace trace) {
        Trace cause = trace.cause();
        int hash = FACTOR * (cause == null ? 0 : hashCode(cause))
                + trace.className().hashCode();
        for (StackTraceElement frame : trace.frames()) {
            if (!leavesOut(frame)) {
                int method = FACTOR * frame.getClassName().hashCode()
                        + frame.getMethodName().hashCode();
                hash = FACTOR * (hash + method) + frame.getLineNumber();
            }
        }
        return hash;
    }
}
