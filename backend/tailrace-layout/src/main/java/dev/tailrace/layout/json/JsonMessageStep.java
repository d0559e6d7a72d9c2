package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.Step;
import org.jspecify.annotations.Nullable;

/** Writes the message with its arguments, for a JSON string. */
public final class JsonMessageStep implements Step {
    @Override
    public void write(Event event, TextBuffer out) {
        write(event.message(), event.arguments(), event.messageArgumentCount(), out);
    }

    /** Writes a message and arguments that aren't stored in the event. */
    public static void write(
            @Nullable String message, @Nullable Object @Nullable [] arguments, int count, TextBuffer out) {
        int start = out.beginJson();
        MessageText.write(message, arguments, count, ControlCharacters.KEPT, out);
        out.endJson(start);
    }
}
