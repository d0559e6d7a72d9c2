package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Turns an event into the bytes of its finished line. Thread-safe, allocation-free in steady state. Never throws when an argument's own
 * code fails.
 */
public interface Encoder {
    /**
     * Appends the finished line, line end included.
     *
     * @param event has all parts except message and arguments: most encoders need these once, and storing references in a pooled object is
     *     expensive. An encoder whose steps read them from the event stores them there.
     * @param arguments arguments of the message; if the event has no throwable, a throwable in last place is shown
     */
    void encode(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line);

    /** Encodes an event that has its message and arguments. */
    default void encode(Event event, TextBuffer line) {
        encode(event, event.message(), event.arguments(), line);
    }
}
