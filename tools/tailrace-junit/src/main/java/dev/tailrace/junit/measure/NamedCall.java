package dev.tailrace.junit.measure;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** One call of a named method, begun and ended in one thread. */
public final class NamedCall {
    /** Measures nothing. */
    public static final NamedCall UNMEASURED = new NamedCall(null, "");

    private final @Nullable MethodTimes methods;
    private final String name;
    private final @Nullable ThreadClocks clocks;
    private final long start;
    private boolean onlyTheCall;

    /** @param methods null: the thread works for no test, and nothing is measured */
    NamedCall(@Nullable MethodTimes methods, String name) {
        this.methods = methods;
        this.name = name;
        this.clocks = methods != null && methods.takesSample(name) ? ThreadClocks.start() : null;
        this.start = clocks == null ? System.nanoTime() : clocks.wall();
    }

    /** Notes the method's result: with a stage or a publisher, the work goes on after the call. */
    public <T> T returned(T result) {
        if (methods != null) {
            onlyTheCall = result instanceof CompletionStage || result instanceof Flow.Publisher || isPublisher(result);
        }
        return result;
    }

    /** Ends the call, and adds it to the figures of its test. */
    public void end() {
        if (clocks != null && methods != null) {
            methods.add(name, clocks.sinceThen(), onlyTheCall);
        } else if (methods != null) {
            methods.add(name, System.nanoTime() - start, onlyTheCall, MethodTimes.NO_CLOCKS);
        }
    }

    /** Whether the result is a publisher of Reactive Streams, which needn't be on the class path. */
    private static boolean isPublisher(@Nullable Object result) {
        for (Class<?> type = result == null ? null : result.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                if (each.getName().equals("org.reactivestreams.Publisher")) {
                    return true;
                }
            }
        }
        return false;
    }
}
