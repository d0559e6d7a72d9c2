package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ArgumentText;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Step;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the key-value pairs of a fluent log call as {@code k1="v1" k2="v2"}. */
public final class KeyValueStep implements IndependentStep {
    private static final char NONE = 0;

    private final char quote;
    private final List<String> masked;

    private KeyValueStep(char quote, List<String> masked) {
        this.quote = quote;
        this.masked = masked;
    }

    /** {@code %kvp{NONE}}, {@code SINGLE} or {@code DOUBLE}. */
    static Step create(PatternNode.Word word) {
        Character quote = quote(word.option(0));
        return new KeyValueStep(quote == null ? '"' : quote, List.of());
    }

    /** {@code %maskedKvp{DOUBLE, key, key}}: values of these keys are written as XXX. */
    static Step createMasked(PatternNode.Word word) {
        Character quote = quote(word.option(0));
        List<String> options = word.options();
        return quote == null
                ? new KeyValueStep('"', List.copyOf(options))
                : new KeyValueStep(quote, List.copyOf(options.subList(1, options.size())));
    }

    private static @Nullable Character quote(@Nullable String option) {
        return switch (option == null ? "" : option.toUpperCase(Locale.ROOT)) {
            case "NONE" -> NONE;
            case "SINGLE" -> '\'';
            case "DOUBLE" -> '"';
            default -> null;
        };
    }

    @Override
    public void write(Event event, TextBuffer out) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            if (i > 0) {
                out.append(' ');
            }
            String key = event.key(i);
            ArgumentText.writeScalar(key, out);
            out.append('=');
            if (quote != NONE) {
                out.append(quote);
            }
            if (!masked.isEmpty() && masked.contains(key)) {
                out.append("XXX");
            } else {
                ArgumentText.writeScalar(event.value(i), out);
            }
            if (quote != NONE) {
                out.append(quote);
            }
        }
    }
}
