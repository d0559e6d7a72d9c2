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

    /** @param controls what is shown of the control characters of the message itself; those of arguments are escaped */
    public MessageStep(ControlCharacters controls) {
        this.controls = controls;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        MessageText.write(event, controls, out);
    }

    /** The same for an event that was not given them. */
    public void write(@Nullable String message, @Nullable Object @Nullable [] arguments, int count, TextBuffer out) {
        MessageText.write(message, arguments, count, controls, out);
    }
}
