package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands the entries of a diagnostic context to a step, one by one. Each event has one of these, because {@link Map#forEach} with an
 * object that is there already makes no garbage, while the iterator of a loop is spared only where the compiler can prove that it doesn't
 * escape; in long lines it couldn't. Not thread-safe, and not to be used by a step that is told entries.
 */
public final class ContextEntries implements BiConsumer<@Nullable String, @Nullable String> {
    /** What a step does with entries. */
    public interface Reader {
        /** Takes the next entry; {@code index} is 0 for the first one. */
        void entry(int index, @Nullable String key, @Nullable String value, TextBuffer out);
    }

    private static final TraceField[] TRACE = TraceField.values();

    private @Nullable Reader reader;
    private @Nullable TextBuffer out;
    private @Nullable KeyValues pairs;
    private int index;

    /**
     * Hands {@code reader} all entries, in the order of the map, then those of the trace.
     *
     * @param trace whose ids are entries, too, unless the map has one of the same key; null: none
     * @param over pairs that take the place of entries of the same key; null: all are read
     */
    void each(
            @Nullable Map<String, String> context,
            Reader newReader,
            TextBuffer newOut,
            @Nullable KeyValues over,
            @Nullable TraceContext trace) {
        // Compared first: storing a reference in an old object is dear under G1.
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
            to.entry(index++, key, value, text);
        }
    }
}
