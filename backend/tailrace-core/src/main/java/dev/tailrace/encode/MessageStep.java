package dev.tailrace.encode;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import org.jspecify.annotations.Nullable;

/** Writes the message with its arguments. */
final class MessageStep implements Step {
    private final ControlCharacters controls;

    /** @param controls what is shown of the control characters of the message itself; those of arguments are escaped */
    MessageStep(ControlCharacters controls) {
        this.controls = controls;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        MessageText.write(event, controls, out);
    }

    /** The same of an event that was not told them. */
    void write(@Nullable String message, @Nullable Object @Nullable [] arguments, int count, TextBuffer out) {
        MessageText.write(message, arguments, count, controls, out);
    }
}
