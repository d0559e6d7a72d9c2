package dev.tailrace.encode;

import java.util.List;

/** Finds who called the logger. */
final class CallerFinder {
    private static final StackWalker WALKER = StackWalker.getInstance();

    private CallerFinder() {}

    /** The frames behind those of the boundary and of SLF4J's loggers, nearest first; empty if the boundary is not on the stack. */
    static List<StackTraceElement> find(String boundary, int depth) {
        return WALKER.walk(frames -> frames.dropWhile(frame -> !isLogger(frame, boundary))
                .dropWhile(frame -> isLogger(frame, boundary))
                .limit(Math.max(0, depth))
                .map(StackWalker.StackFrame::toStackTraceElement)
                .toList());
    }

    private static boolean isLogger(StackWalker.StackFrame frame, String boundary) {
        String name = frame.getClassName();
        return name.equals(boundary) || name.startsWith("org.slf4j.Logger");
    }
}
