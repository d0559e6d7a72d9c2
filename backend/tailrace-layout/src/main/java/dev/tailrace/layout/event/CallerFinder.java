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
 * Finds the caller of the logger: the first frame after the frames of the boundary class and of SLF4J's loggers. Each event has its own
 * finder, used by one thread at a time.
 *
 * <p>A stack walk delivers the six nearest frames first; the next fourteen cost as much again. So the walk should begin as near to the
 * caller as possible, in {@link Event#locate} itself, not below the encoder. Then its cost doesn't depend on the depth of the stack.
 */
final class CallerFinder implements Function<Stream<StackFrame>, CallerFinder>, Consumer<StackFrame> {
    static final StackWalker WALKER = StackWalker.getInstance();
    private static final String SLF4J = "org.slf4j.Logger";

    private String boundary = "";
    private boolean passed;
    private @Nullable StackTraceElement[] callers = new StackTraceElement[1];
    private int count;
    /** The most callers that an encoder has requested, in any call. */
    private int wanted = 1;
    /** Whether the stack of this call was walked. */
    private boolean located;
    /** Whether the callers were given, and not found. */
    private boolean given;
    /** Whether the walk was only made when an encoder needed it. */
    private boolean late;

    /** Prepares a walk: {@code WALKER.walk(finder.from(boundary))}. The walk finds no caller if the boundary is not on the stack. */
    CallerFinder from(String name) {
        boundary = name;
        passed = false;
        count = 0;
        return this;
    }

    /** Takes callers that are known, in place of a walk. */
    void use(StackTraceElement[] known) {
        if (callers.length < known.length) {
            callers = new StackTraceElement[known.length];
        }
        System.arraycopy(known, 0, callers, 0, known.length);
        count = known.length;
        located = true;
        given = true;
    }

    /** Whether the stack has to be walked for this many callers. If so, the walk counts as {@link #takeLate late}. */
    boolean isMissing(int depth) {
        if (given || (located && depth <= wanted)) {
            return false;
        }
        wanted = Math.max(wanted, depth);
        late = true;
        return true;
    }

    /** Returns whether the walk was late, and resets this. */
    boolean takeLate() {
        boolean was = late;
        if (was) {
            late = false;
        }
        return was;
    }

    /** The number of callers found by the last walk. */
    int count() {
        return count;
    }

    /** The frame at an index; 0 is the nearest. */
    StackTraceElement caller(int index) {
        return Objects.requireNonNull(callers[index]);
    }

    /** Clears the result. */
    void clear() {
        if (located) {
            located = false;
            given = false;
            late = false;
            Arrays.fill(callers, 0, count, null);
            count = 0;
        }
    }

    @Override
    public CallerFinder apply(Stream<StackFrame> frames) {
        Spliterator<StackFrame> all = frames.spliterator();
        while (count < wanted && all.tryAdvance(this)) {
            // Advances frame by frame: stream operations would take a quarter of the walk's time.
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
