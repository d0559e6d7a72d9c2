package dev.tailrace.junit.backend;

import dev.tailrace.Level;
import dev.tailrace.Tailrace;
import dev.tailrace.capture.Capture;
import dev.tailrace.capture.EventObserver;
import org.jspecify.annotations.Nullable;

/** Events of Tailrace, whole. Loaded only where {@link Backends#refusalOfCapture} is null. */
public final class TailraceCapture {
    private TailraceCapture() {}

    /**
     * Hands events to an observer from now on.
     *
     * @param logger its name; empty: all loggers
     * @param level the name of the lowest; null: what the level of each logger lets pass
     */
    public static Capture start(String logger, @Nullable String level, EventObserver observer) {
        return Tailrace.capture(logger, level == null ? null : Level.valueOf(level), observer);
    }
}
