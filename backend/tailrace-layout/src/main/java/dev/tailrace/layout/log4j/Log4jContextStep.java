package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ArgumentText;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.trace.TraceField;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes several entries of the diagnostic context (MDC) as Log4j 2 does: <code>{a=1, b=2}</code>. Pairs of a fluent call are included and
 * replace entries of the same key.
 */
public final class Log4jContextStep implements IndependentStep {
    private static final TraceField[] TRACE = TraceField.values();

    private final String @Nullable [] keys;

    /** @param keys the keys to write, in this order; null: all, in alphabetical order */
    Log4jContextStep(@Nullable List<String> keys) {
        this.keys = keys == null ? null : keys.toArray(new String[0]);
    }

    /** The value of one key. */
    public static final class One implements IndependentStep {
        private final String key;
        private final String otherwise;

        public One(String key, String otherwise) {
            this.key = key;
            this.otherwise = otherwise;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            if (!value(event, key, out)) {
                out.append(otherwise);
            }
        }
    }

    @Override
    public void write(Event event, TextBuffer out) {
        out.append('{');
        entries(event, out);
        out.append('}');
    }

    private void entries(Event event, TextBuffer out) {
        int start = out.length();
        if (keys != null) {
            for (String key : keys) {
                if (event.pair(key) >= 0 || event.contextValue(key) != null) {
                    entry(event, key, out, start);
                }
            }
            return;
        }
        // There are few keys: searching for the next one is cheaper than sorting a copy.
        for (String key = after(null, event); key != null; key = after(key, event)) {
            entry(event, key, out, start);
        }
    }

    private static @Nullable String after(@Nullable String last, Event event) {
        String next = null;
        Map<String, String> context = event.context();
        if (context != null && !context.isEmpty()) {
            for (String key : context.keySet()) {
                next = nearer(last, next, key);
            }
        }
        for (int i = 0; i < event.keyValueCount(); i++) {
            next = nearer(last, next, event.key(i));
        }
        if (event.addedTrace() != null) {
            for (TraceField field : TRACE) {
                next = nearer(last, next, field.key());
            }
        }
        return next;
    }

    private static @Nullable String nearer(@Nullable String last, @Nullable String next, @Nullable String key) {
        boolean isBetween =
                key != null && (last == null || key.compareTo(last) > 0) && (next == null || key.compareTo(next) < 0);
        return isBetween ? key : next;
    }

    private static void entry(Event event, String key, TextBuffer out, int start) {
        if (out.length() > start) {
            out.append(',').append(' ');
        }
        out.append(key, ControlCharacters.ESCAPED).append('=');
        if (!value(event, key, out)) {
            out.appendNull();
        }
    }

    /** Writes the value of a key; false if there is none. */
    private static boolean value(Event event, String key, TextBuffer out) {
        int pair = event.pair(key);
        if (pair >= 0) {
            ArgumentText.writeScalar(event.value(pair), out);
            return true;
        }
        String value = event.contextValue(key);
        if (value == null) {
            return false;
        }
        out.append(value, ControlCharacters.ESCAPED);
        return true;
    }
}
