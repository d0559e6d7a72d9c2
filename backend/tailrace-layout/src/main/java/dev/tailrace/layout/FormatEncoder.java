package dev.tailrace.layout;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines with a format of the application, which turns each event into a string. The format runs in the calling thread, and its
 * strings are garbage. If it fails, or logs recursively without end, another encoder writes the line, so that no event is lost. Thread-safe
 * if the format is.
 */
public final class FormatEncoder implements Encoder {
    /** An argument's {@code toString()} may log, and that line uses the format, too. The limit stops a format that itself logs. */
    private static final int DEEPEST = 2;

    /** The depth of nested format calls in this thread; null: none. */
    private static final ThreadLocal<@Nullable Integer> DEPTH = new ThreadLocal<>();

    private final Function<Event, String> format;
    private final Encoder otherwise;

    /** @param otherwise writes the lines of events for which the format fails */
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
            // Catches errors, too, such as a missing class, and checked exceptions, which not every language checks.
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
