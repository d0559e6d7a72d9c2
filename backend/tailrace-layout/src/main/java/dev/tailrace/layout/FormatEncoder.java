package dev.tailrace.layout;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines by code of the application's, which makes a string of each event: it is asked in the calling thread, and what it makes is
 * garbage. Where it fails, another encoder writes the line: nothing is lost by that. Thread-safe, if that code is.
 */
public final class FormatEncoder implements Encoder {
    private final Function<Event, String> format;
    private final Encoder otherwise;

    /** @param otherwise writes the lines of events that the format fails for */
    public FormatEncoder(Function<Event, String> format, Encoder otherwise) {
        this.format = format;
        this.otherwise = otherwise;
    }

    @Override
    public void encode(Event event, TextBuffer line) {
        String text = text(event);
        if (text == null) {
            otherwise.encode(event, line);
            return;
        }
        line.append(text);
        if (!text.endsWith("\n")) {
            line.append('\n');
        }
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        event.message(message);
        event.arguments(arguments);
        encode(event, line);
    }

    private @Nullable String text(Event event) {
        try {
            return format.apply(event);
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }
}
