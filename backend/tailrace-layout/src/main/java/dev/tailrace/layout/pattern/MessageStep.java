package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.Step;
import org.jspecify.annotations.Nullable;

/** Writes the message with its arguments. */
public final class MessageStep implements Step {
    private final ControlCharacters controls;

    /** @param controls how control characters of the message itself are written; control characters of arguments are escaped */
    public MessageStep(ControlCharacters controls) {
        this.controls = controls;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        MessageText.write(event, controls, out);
    }

    /** Writes a message and arguments that aren't stored in the event. */
    public void write(@Nullable String message, @Nullable Object @Nullable [] arguments, int count, TextBuffer out) {
        MessageText.write(message, arguments, count, controls, out);
    }
}
