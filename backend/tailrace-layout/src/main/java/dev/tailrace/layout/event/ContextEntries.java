package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes the entries of a diagnostic context to a step, one by one, in the order of the map: that in which they were put, as in Logback 1.6.
 *
 * <p>Each event has its own instance, because {@link Map#forEach} with an existing object makes no garbage. The iterator of a loop is only
 * eliminated if the compiler can prove that it doesn't escape; in long lines it couldn't. Not thread-safe, and not to be called by a step
 * while it receives entries.
 */
public final class ContextEntries implements BiConsumer<@Nullable String, @Nullable String> {
    /** Receives entries. */
    public interface Reader {
        /** Takes the next entry; {@code index} is 0 for the first one. */
        void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out);
    }

    private static final TraceField[] TRACE = TraceField.values();
    private final Event event;
    private @Nullable Reader reader;
    private @Nullable TextBuffer out;
    private @Nullable KeyValues pairs;
    private int index;

    ContextEntries(Event event) {
        this.event = event;
    }

    /**
     * Passes all entries to {@code reader}, then the ids of the trace.
     *
     * @param trace the trace whose ids are entries, too, unless the map has the key; null: none
     * @param over pairs that hide entries of the same key; null: all entries are read
     */
    void each(
            @Nullable Map<String, String> context,
            Reader newReader,
            TextBuffer newOut,
            @Nullable KeyValues over,
            @Nullable TraceContext trace) {
        // Compares first, because storing a reference in an old object is expensive under G1.
        if (reader != newReader) {
            reader = newReader;
        }
        if (out != newOut) {
            out = newOut;
        }
        if (pairs != over) {
            pairs = over;
        }
        index = 0;
        if (context != null) {
            context.forEach(this);
        }
        if (trace != null) {
            for (TraceField field : TRACE) {
                if (context == null || !context.containsKey(field.key())) {
                    accept(field.key(), trace.get(field));
                }
            }
        }
    }

    @Override
    public void accept(@Nullable String key, @Nullable String value) {
        Reader to = reader;
        TextBuffer text = out;
        boolean hidden = pairs != null && key != null && pairs.last(key) >= 0;
        if (to != null && text != null && !hidden) {
            to.entry(event, index++, key, value, text);
        }
    }
}
