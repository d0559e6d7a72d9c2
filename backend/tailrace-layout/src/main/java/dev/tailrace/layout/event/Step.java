package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;

/** One piece of a compiled pattern. Thread-safe. */
public interface Step {
    void write(Event event, TextBuffer out);

    /**
     * Whether it asks the event for its message, or for arguments that aren't a throwable. Only for the sake of such a step does an encoder
     * store both in the event. A step that doesn't know says that it does; see {@link IndependentStep}.
     */
    default boolean readsMessage() {
        return !isSteady();
    }

    /** Whether what it writes depends on nothing but logger, level and thread. */
    default boolean isSteady() {
        return false;
    }
}
