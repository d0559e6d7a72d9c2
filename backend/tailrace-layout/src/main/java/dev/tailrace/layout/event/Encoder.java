package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Turns an event into the bytes of its finished line. Thread-safe, allocation-free in steady state; never throws for what an
 * argument's own code does.
 */
public interface Encoder {
    /** Appends the finished line, line end included. */
    void encode(Event event, TextBuffer line);

    /**
     * The same for an event that has no throwable of its own and was not told its message and arguments. An encoder that needs them
     * only once need not store them there: storing references in a pooled object is dear.
     */
    default void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        event.message(message);
        event.arguments(arguments);
        encode(event, line);
    }
}
