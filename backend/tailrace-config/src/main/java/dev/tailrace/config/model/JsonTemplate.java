package dev.tailrace.config.model;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the text of a JSON template, member by member. Not thread-safe. */
public final class JsonTemplate {
    private final StringBuilder text = new StringBuilder("{");
    private int unnamed;

    /** A string as JSON has it. */
    public static String quote(String value) {
        StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    public static String array(Collection<String> values) {
        return values.stream().map(JsonTemplate::quote).collect(Collectors.joining(",", "[", "]"));
    }

    public static String object(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + ":" + quote(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * Adds a member with a fixed value.
     *
     * @param json any JSON value
     */
    public JsonTemplate member(String name, String json) {
        text.append(text.length() == 1 ? "" : ",")
                .append(quote(name))
                .append(':')
                .append(json);
        return this;
    }

    public JsonTemplate text(String name, String value) {
        return member(name, quote(value));
    }

    /**
     * Adds a member that is resolved for each event.
     *
     * @param options names and JSON values in turn
     */
    public JsonTemplate resolver(String name, String resolver, String... options) {
        return member(name, value(resolver, options));
    }

    /** One that writes members itself, or none. */
    public JsonTemplate members(String resolver, String... options) {
        return resolver("$" + unnamed++, resolver, options);
    }

    public static String value(String resolver, String... options) {
        JsonTemplate object = new JsonTemplate().text("$resolver", resolver);
        for (int i = 0; i < options.length; i += 2) {
            object.member(options[i], options[i + 1]);
        }
        return object.end();
    }

    public boolean isEmpty() {
        return text.length() == 1;
    }

    public String end() {
        return text + "}";
    }
}
