package dev.tailrace.layout.json;

import dev.tailrace.layout.event.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options beside {@code $resolver} in a JSON template. Records which options were read, so that none is ignored silently. */
final class JsonOptions {
    static final String RESOLVER = "$resolver";

    private final String resolver;
    private final Map<?, ?> values;
    private final List<Problem> problems;
    private final Set<String> asked = new HashSet<>(Set.of(RESOLVER));

    JsonOptions(Map<?, ?> values, List<Problem> problems) {
        this(String.valueOf(values.get(RESOLVER)), values, problems);
    }

    private JsonOptions(String resolver, Map<?, ?> values, List<Problem> problems) {
        this.resolver = resolver;
        this.values = values;
        this.problems = problems;
    }

    String resolver() {
        return resolver;
    }

    @Nullable
    Object value(String name) {
        asked.add(name);
        return values.get(name);
    }

    /** The option's value of any type; null when absent. */
    @Nullable
    String text(String name) {
        Object value = value(name);
        return value == null ? null : value.toString();
    }

    String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean flag(String name) {
        return "true".equals(text(name));
    }

    int number(String name, int otherwise) {
        String text = text(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            bad(name + " is \"" + text + "\", no whole number; " + otherwise + " is used");
            return otherwise;
        }
    }

    /** A nested object; null when absent. */
    @Nullable
    JsonOptions object(String name) {
        return value(name) instanceof Map<?, ?> map ? new JsonOptions(resolver + "." + name, map, problems) : null;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (value(name) instanceof List<?> list) {
            list.forEach(each -> texts.add(String.valueOf(each)));
        }
        return texts;
    }

    /** Reports an option that can't be used. */
    void refuse(String name, String instead) {
        if (value(name) != null) {
            bad(name + " is not supported: " + instead);
        }
    }

    void bad(String text) {
        problems.add(new Problem(Problem.Kind.BAD_OPTION, 0, "the resolver \"" + resolver + "\": " + text));
    }

    /** Reports options that were not read. */
    void finish() {
        for (Object name : values.keySet()) {
            if (!asked.contains(String.valueOf(name))) {
                bad("the option \"" + name + "\" is not known; it is ignored");
            }
        }
    }
}
