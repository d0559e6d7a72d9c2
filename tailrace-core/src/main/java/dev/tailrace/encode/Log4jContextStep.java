package dev.tailrace.encode;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes several entries of the diagnostic context (MDC) as Log4j 2 does: <code>{a=1, b=2}</code>. */
final class Log4jContextStep implements IndependentStep {
    private final String @Nullable [] keys;

    /** @param keys those that are written, in this order; null: all, in alphabetical order */
    Log4jContextStep(@Nullable List<String> keys) {
        this.keys = keys == null ? null : keys.toArray(new String[0]);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        out.append('{');
        Map<String, String> context = event.context();
        if (context != null && !context.isEmpty()) {
            entries(context, out);
        }
        out.append('}');
    }

    private void entries(Map<String, String> context, TextBuffer out) {
        int start = out.length();
        if (keys != null) {
            for (String key : keys) {
                String value = context.get(key);
                if (value != null) {
                    entry(key, value, out, start);
                }
            }
            return;
        }
        // There are few: to look for the next one is cheaper than to sort a copy.
        for (String key = after(null, context); key != null; key = after(key, context)) {
            entry(key, context.get(key), out, start);
        }
    }

    private static @Nullable String after(@Nullable String last, Map<String, String> context) {
        String next = null;
        for (String key : context.keySet()) {
            if (key != null && (last == null || key.compareTo(last) > 0) && (next == null || key.compareTo(next) < 0)) {
                next = key;
            }
        }
        return next;
    }

    private static void entry(String key, @Nullable String value, TextBuffer out, int start) {
        if (out.length() > start) {
            out.append(',').append(' ');
        }
        out.append(key, ControlCharacters.ESCAPED).append('=');
        if (value == null) {
            out.appendNull();
        } else {
            out.append(value, ControlCharacters.ESCAPED);
        }
    }
}
