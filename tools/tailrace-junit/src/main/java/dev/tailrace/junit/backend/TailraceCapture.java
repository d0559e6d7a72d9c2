package dev.tailrace.junit.backend;

import dev.tailrace.Level;
import dev.tailrace.Tailrace;
import dev.tailrace.capture.Capture;
import dev.tailrace.capture.EventObserver;
import org.jspecify.annotations.Nullable;

/** Captures complete events of Tailrace. Loaded only if {@link Backends#refusalOfCapture} is null. */
public final class TailraceCapture {
    private TailraceCapture() {}

    /**
     * Passes events to an observer from now on.
     *
     * @param logger the logger's name; empty: all loggers
     * @param level the name of the lowest level; null: each logger's configured level
     */
    public static Capture start(String logger, @Nullable String level, EventObserver observer) {
        return Tailrace.capture(logger, level == null ? null : Level.valueOf(level), observer);
    }
}
