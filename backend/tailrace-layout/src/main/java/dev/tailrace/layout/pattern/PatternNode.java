package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a pattern that {@link PatternParser} has parsed. */
public sealed interface PatternNode {
    /** Literal text. */
    record Text(String text) implements PatternNode {}

    /** {@code %word{options}}. */
    record Word(String word, List<String> options, @Nullable Modifier modifier, int column) implements PatternNode {
        @Nullable
        public String option(int index) {
            return index < options.size() ? options.get(index) : null;
        }
    }

    /** {@code %word(children){options}}; a bare group has the word {@code ""}. */
    record Group(
            String word,
            List<PatternNode> children,
            List<String> options,
            @Nullable Modifier modifier,
            int column) implements PatternNode {}
}
