package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;

/** One piece of a compiled pattern. Thread-safe. */
public interface Step {
    void write(Event event, TextBuffer out);

    /**
     * Whether this step reads the event's message, or arguments that aren't a throwable. An encoder stores both in the event only for such
     * steps. The default is true; see {@link IndependentStep}.
     */
    default boolean readsMessage() {
        return !isSteady();
    }

    /** Whether the output depends only on logger, level and thread. */
    default boolean isSteady() {
        return false;
    }
}
