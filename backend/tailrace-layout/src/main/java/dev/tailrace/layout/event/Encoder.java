package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Turns an event into the bytes of its finished line. Thread-safe, allocation-free in steady state; never throws for what an
 * argument's own code does.
 */
public interface Encoder {
    /**
     * Appends the finished line, line end included.
     *
     * @param event has everything but message and arguments: most encoders need these once, and storing references in a pooled object
     *     is expensive. An encoder whose steps ask the event for them stores them there.
     * @param arguments of the message; the last one is the throwable to show if it is one and the event has none of its own
     */
    void encode(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line);

    /** The same for an event that keeps its message and arguments. */
    default void encode(Event event, TextBuffer line) {
        encode(event, event.message(), event.arguments(), line);
    }
}
