package dev.tailrace.encode;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds who called the logger: the frame behind those of the boundary and of SLF4J's loggers. One belongs to an event, and is used by one
 * thread at a time.
 *
 * <p>A walk hands out the six nearest frames first and costs as much again for the next fourteen. So it should begin as near to the caller
 * as can be, in {@link Event#locate} itself, and not below the encoder; then it doesn't depend on how deep the stack is.
 */
final class CallerFinder implements Function<Stream<StackFrame>, @Nullable StackTraceElement>, Consumer<StackFrame> {
    static final StackWalker WALKER = StackWalker.getInstance();
    private static final String SLF4J = "org.slf4j.Logger";

    private String boundary = "";
    private boolean passed;
    private boolean found;
    private @Nullable StackTraceElement caller;

    /** To be walked with: {@code WALKER.walk(finder.of(boundary))}. The result is null if the boundary is not on the stack. */
    CallerFinder of(String name) {
        boundary = name;
        passed = false;
        found = false;
        caller = null;
        return this;
    }

    @Override
    public @Nullable StackTraceElement apply(Stream<StackFrame> frames) {
        Spliterator<StackFrame> all = frames.spliterator();
        while (!found && all.tryAdvance(this)) {
            // One frame after another: a stream's own operations cost a quarter of the walk.
        }
        StackTraceElement result = caller;
        caller = null;
        return result;
    }

    @Override
    public void accept(StackFrame frame) {
        if (isLogger(frame, boundary)) {
            passed = true;
        } else if (passed) {
            found = true;
            caller = frame.toStackTraceElement();
        }
    }

    /** The caller and its callers, nearest first; empty if the boundary is not on the stack. */
    static List<StackTraceElement> find(String boundary, int depth) {
        return WALKER.walk(frames -> frames.dropWhile(frame -> !isLogger(frame, boundary))
                .dropWhile(frame -> isLogger(frame, boundary))
                .limit(Math.max(0, depth))
                .map(StackFrame::toStackTraceElement)
                .toList());
    }

    private static boolean isLogger(StackFrame frame, String boundary) {
        String name = frame.getClassName();
        return name.equals(boundary) || name.startsWith(SLF4J);
    }
}
