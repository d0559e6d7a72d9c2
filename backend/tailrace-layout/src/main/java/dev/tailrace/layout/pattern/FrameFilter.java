package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.Trace;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Selects the stack frames that enter a hash, as in logstash-logback-encoder. Thread-safe.
 *
 * @param excluded patterns; frames whose {@code class.method} contains a match are left out
 * @param sourced whether frames without file and line are left out, too
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
     * A hash that is equal for throwables with the same classes and frames, regardless of their messages. It is computed as that library
     * does, so that searches for old hashes still work.
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
