package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes arguments, and lists in the form of Logback's own JSON encoder. */
final class JsonArguments {
    /** The {@code toString()} of each argument except the throwable. */
    static final Step TEXTS = (event, out) -> {
        @Nullable Object[] all = event.arguments();
        out.append('[');
        for (int i = 0; all != null && i < event.messageArgumentCount(); i++) {
            JsonText.text(all[i], out);
            out.append(',');
        }
        JsonText.close(out, ']');
    };

    private static final ContextEntries.Reader MEMBER = (event, index, key, value, out) -> {
        JsonText.text(key, out);
        out.append(':');
        JsonText.text(value, out);
        out.append(',');
    };

    /** The diagnostic context, even if empty. */
    static final IndependentStep CONTEXT = (event, out) -> {
        out.append('{');
        event.eachInContext(MEMBER, out);
        JsonText.close(out, '}');
    };

    /** An object for each key-value pair, with the value as a string. */
    static final IndependentStep KEY_VALUES = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.keyValueCount(); i++) {
            out.append('{');
            JsonText.text(event.key(i), out);
            out.append(':');
            JsonText.text(event.value(i), out);
            out.append('}').append(',');
        }
        JsonText.close(out, ']');
    };

    private JsonArguments() {}

    /** All arguments as an array. */
    static Step all(boolean asText) {
        return (event, out) -> {
            @Nullable Object[] all = event.arguments();
            out.append('[');
            for (int i = 0; all != null && i < all.length; i++) {
                value(all[i], asText, out);
                out.append(',');
            }
            JsonText.close(out, ']');
        };
    }

    static Step one(int index, boolean asText) {
        return (event, out) -> {
            @Nullable Object[] all = event.arguments();
            value(all == null || index >= all.length ? null : all[index], asText, out);
        };
    }

    private static void value(@Nullable Object value, boolean asText, TextBuffer out) {
        if (asText && value != null) {
            JsonText.text(value, out);
        } else {
            JsonText.value(value, out);
        }
    }

    /**
     * Members for arguments: a structured argument writes its own members; others become {@code arg0}, {@code arg1}, ...
     *
     * @param name name of an object that contains all members; null: none
     * @param names of the object that the members are written into
     */
    static Step members(boolean structured, boolean others, String prefix, @Nullable String name, JsonNames names) {
        LiteralStep opening =
                new LiteralStep(name == null ? "" : new String(JsonText.quoted(name), StandardCharsets.UTF_8) + ":{");
        return (event, out) -> {
            @Nullable Object[] all = event.arguments();
            int start = out.length();
            opening.write(event, out);
            int first = out.length();
            for (int i = 0; all != null && i < event.messageArgumentCount(); i++) {
                Object argument = all[i];
                if (argument != null && StructuredFields.areOf(argument)) {
                    if (structured) {
                        StructuredFields.write(argument, event, names, out);
                    }
                } else if (others) {
                    out.append('"');
                    int begin = out.beginJson();
                    out.append(prefix).append(i);
                    out.endJson(begin).append('"').append(':');
                    JsonText.jackson(argument, out);
                    out.append(',');
                }
            }
            if (name != null && out.length() == first && out.cutBytes() == 0) {
                out.truncate(start);
            } else if (name != null) {
                JsonText.close(out, '}');
                out.append(',');
            }
        };
    }
}
