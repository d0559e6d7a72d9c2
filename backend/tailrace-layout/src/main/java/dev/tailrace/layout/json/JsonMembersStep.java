package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LiteralStep;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes entries of the diagnostic context (MDC), or key-value pairs, as members, each followed by a comma. Thread-safe. */
final class JsonMembersStep implements IndependentStep, ContextEntries.Reader {
    /** The source of the entries; as a presence, whether it has any. */
    enum Source implements JsonValue.Presence {
        CONTEXT,
        KEY_VALUES,
        /** Both, with all values as strings, as if key-value pairs were put into the context for the length of the call. */
        CONTEXT_WITH_KEY_VALUES;

        @Override
        public boolean isFor(Event event) {
            return (this != CONTEXT && event.keyValueCount() > 0) || (this != KEY_VALUES && event.hasContext());
        }
    }

    /**
     * The entries that are written, and their form.
     *
     * @param included only these keys are written; empty: all
     * @param excluded keys that are not written
     * @param names names that replace keys
     * @param prefix prefix of each name
     * @param pattern only keys that match as a whole are written
     * @param name name of an object that contains all members; null: none
     * @param nulls whether an entry of the context without a value is written, as a text
     */
    record Selection(
            List<String> included,
            List<String> excluded,
            Map<String, String> names,
            String prefix,
            @Nullable Pattern pattern,
            @Nullable String name,
            boolean nulls) {
        static final Selection ALL = new Selection(List.of(), List.of(), Map.of(), "", null, null, false);

        boolean isWhole() {
            return included.isEmpty() && excluded.isEmpty() && pattern == null;
        }

        boolean has(String key) {
            return (included.isEmpty() || included.contains(key))
                    && (excluded.isEmpty() || !excluded.contains(key))
                    && (pattern == null || pattern.matcher(key).matches());
        }
    }

    private final Source source;
    private final Selection selection;
    private final boolean plain;
    private final @Nullable LiteralStep opening;
    private final JsonNames names;

    /** @param names of the object that the members are written into */
    JsonMembersStep(Source source, Selection selection, JsonNames names) {
        this.names = names;
        this.source = source;
        this.selection = selection;
        this.plain = selection.isWhole()
                && selection.names().isEmpty()
                && selection.prefix().isEmpty();
        String name = selection.name();
        this.opening = name == null
                ? null
                : new LiteralStep(new String(JsonText.quoted(name), java.nio.charset.StandardCharsets.UTF_8) + ":{");
    }

    @Override
    public void write(Event event, TextBuffer out) {
        int start = out.length();
        if (opening != null) {
            opening.write(event, out);
        }
        int first = out.length();
        if (source == Source.CONTEXT_WITH_KEY_VALUES || (source == Source.CONTEXT && names.hasPairs())) {
            event.eachBesidePairs(this, out);
        } else if (source == Source.CONTEXT) {
            event.eachInContext(this, out);
        }
        if (source != Source.CONTEXT) {
            keyValues(event, out);
        }
        if (opening == null) {
            return;
        }
        if (out.length() == first && out.cutBytes() == 0) {
            out.truncate(start);
        } else {
            JsonText.close(out, '}');
            out.append(',');
        }
    }

    @Override
    public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
        if (key != null
                && (value != null || selection.nulls())
                && (plain || selection.has(key))
                && !isTaken(event, key)) {
            name(key, out);
            JsonText.string(String.valueOf(value), out);
            out.append(',');
        }
    }

    private void keyValues(Event event, TextBuffer out) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            String key = event.key(i);
            Object value = event.value(i);
            boolean replaced = key != null && event.pair(key) != i;
            if (key != null
                    && !replaced
                    && (value != null || source != Source.KEY_VALUES)
                    && (plain || selection.has(key))
                    && !isTaken(event, key)) {
                name(key, out);
                if (source == Source.KEY_VALUES) {
                    JsonText.jackson(value, out);
                } else {
                    JsonText.text(value, out);
                }
                out.append(',');
            }
        }
    }

    private boolean isTaken(Event event, String key) {
        if (plain) {
            return names.has(event, key);
        }
        String own = selection.names().getOrDefault(key, key);
        return selection.prefix().isEmpty() ? names.has(event, own) : names.has(event, selection.prefix(), own);
    }

    private void name(String key, TextBuffer out) {
        if (plain) {
            JsonText.string(key, out);
        } else {
            out.append('"');
            int start = out.beginJson();
            out.append(selection.prefix()).append(selection.names().getOrDefault(key, key));
            out.endJson(start).append('"');
        }
        out.append(':');
    }
}
