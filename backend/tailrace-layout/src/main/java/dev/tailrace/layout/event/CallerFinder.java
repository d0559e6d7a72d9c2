package dev.tailrace.layout.event;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller of the logger: the frame behind those of the boundary and of SLF4J's loggers. One belongs to an event, and is used by one
 * thread at a time.
 *
 * <p>A walk hands out the six nearest frames first and costs as much again for the next fourteen. So it should begin as near to the caller
 * as can be, in {@link Event#locate} itself, and not below the encoder; then it doesn't depend on how deep the stack is.
 */
final class CallerFinder implements Function<Stream<StackFrame>, CallerFinder>, Consumer<StackFrame> {
    static final StackWalker WALKER = StackWalker.getInstance();
    private static final String SLF4J = "org.slf4j.Logger";

    private String boundary = "";
    private boolean passed;
    private @Nullable StackTraceElement[] callers = new StackTraceElement[1];
    private int count;
    /** How far up the stack encoders have asked, in any call. */
    private int wanted = 1;
    /** Whether the stack of this call was walked. */
    private boolean located;
    /** Whether it was walked only when an encoder asked. */
    private boolean late;

    /** To be walked with: {@code WALKER.walk(finder.from(boundary))}. Finds none if the boundary is not on the stack. */
    CallerFinder from(String name) {
        boundary = name;
        passed = false;
        count = 0;
        return this;
    }

    /** Whether an encoder that asks for so many callers has to have the stack walked; noted as {@link #takeLate late} then. */
    boolean isMissing(int depth) {
        if (located && depth <= wanted) {
            return false;
        }
        wanted = Math.max(wanted, depth);
        late = true;
        return true;
    }

    /** Whether an encoder asked and had to have the stack walked; answered once. */
    boolean takeLate() {
        boolean was = late;
        if (was) {
            late = false;
        }
        return was;
    }

    /** How many were found by the last walk. */
    int count() {
        return count;
    }

    /** The frames, nearest first. */
    StackTraceElement caller(int index) {
        return Objects.requireNonNull(callers[index]);
    }

    /** Forgets what was found. */
    void clear() {
        if (located) {
            located = false;
            late = false;
            Arrays.fill(callers, 0, count, null);
            count = 0;
        }
    }

    @Override
    public CallerFinder apply(Stream<StackFrame> frames) {
        Spliterator<StackFrame> all = frames.spliterator();
        while (count < wanted && all.tryAdvance(this)) {
            // One frame after another: a stream's own operations cost a quarter of the walk.
        }
        located = true;
        return this;
    }

    @Override
    public void accept(StackFrame frame) {
        if (count == 0 && isLogger(frame, boundary)) {
            passed = true;
        } else if (passed) {
            if (count == callers.length) {
                callers = Arrays.copyOf(callers, count * 2);
            }
            callers[count++] = frame.toStackTraceElement();
        }
    }

    private static boolean isLogger(StackFrame frame, String boundary) {
        String name = frame.getClassName();
        return name.equals(boundary) || name.startsWith(SLF4J);
    }
}
