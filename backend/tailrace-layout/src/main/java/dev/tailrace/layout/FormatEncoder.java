package dev.tailrace.layout;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines by code of the application's, which makes a string of each event: it is asked in the calling thread, and what it makes is
 * garbage. Where it fails, or logs without end, another encoder writes the line: nothing is lost by that. Thread-safe, if that code is.
 */
public final class FormatEncoder implements Encoder {
    /** An argument's {@code toString()} may log, and its line has the format, too. A format that logs would be asked without end. */
    private static final int DEEPEST = 2;

    /** How many formats this thread is in; null: none. */
    private static final ThreadLocal<@Nullable Integer> DEPTH = new ThreadLocal<>();

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
        Integer known = DEPTH.get();
        int depth = known == null ? 0 : known;
        if (depth == DEEPEST) {
            return null;
        }
        DEPTH.set(depth + 1);
        try {
            return format.apply(event);
        } catch (Throwable e) {
            // Also errors, such as of a class that isn't there, and checked exceptions, which not every language
            // checks.
            return null;
        } finally {
            if (depth == 0) {
                DEPTH.remove();
            } else {
                DEPTH.set(depth);
            }
        }
    }
}
