package dev.tailrace.config.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An element as a configuration declares it, with its variables replaced: for tools that judge what a file says, and not only what
 * becomes of it here. Immutable.
 *
 * @param name as an option's name is compared: its first letter is small; a {@code <param>} has the name it stands for. In a Log4j 2
 *     configuration all letters are small, those of attributes too, and the name is that of the plugin
 * @param className the full name of its class, as far as it is known; empty when it names none
 * @param file the file it stands in
 * @param line the line its start tag begins in, counted from 1
 * @param text its own text, trimmed
 * @param textLine the line its text begins in
 */
public record ConfigElement(
        String name,
        String className,
        @Nullable String file,
        int line,
        String text,
        int textLine,
        Map<String, String> attributes,
        List<ConfigElement> children) {

    public ConfigElement {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** The option of this name; of several the last one, whose value is the one that holds. */
    public Optional<ConfigElement> option(String option) {
        return all(option).reduce((first, second) -> second);
    }

    /** The children of this name, in their order. */
    public Stream<ConfigElement> all(String child) {
        return children.stream().filter(each -> each.name.equals(child));
    }

    /** The attribute after substitution; empty when there is none. */
    public String attribute(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }
}
