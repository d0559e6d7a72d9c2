package dev.tailrace.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An element as a configuration declares it, with its variables replaced: for tools that judge what a file says, and not only what
 * becomes of it here. Immutable.
 *
 * @param name as an option's name is compared: its first letter is small; a {@code <param>} has the name it stands for. Of a Log4j 2
 *     configuration all letters are small, those of attributes too, and the name is that of the plugin
 * @param className the full name of its class, as far as it can be told; empty when it names none
 * @param file the file it stands in
 * @param line the line its start tag begins in, counted from 1
 * @param text its own text, trimmed
 * @param textLine the line its text begins in
 */
public record Declared(
        String name,
        String className,
        @Nullable String file,
        int line,
        String text,
        int textLine,
        Map<String, String> attributes,
        List<Declared> children) {

    public Declared {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** The option of this name; of several the last one, whose value is the one that holds. */
    public Optional<Declared> option(String option) {
        return all(option).reduce((first, second) -> second);
    }

    /** The children of this name, in their order. */
    public Stream<Declared> all(String child) {
        return children.stream().filter(each -> each.name.equals(child));
    }

    /** The attribute after substitution; empty when there is none. */
    public String attribute(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** What variables hold just now is what stands there: call it right after the element was read. Finds nothing. */
    static Declared of(Element element, Document document) {
        Map<String, String> attributes = new LinkedHashMap<>();
        element.attributes()
                .forEach((name, value) ->
                        attributes.put(name, document.variables().quietly(value).strip()));
        boolean param = element.is("param");
        String className = attributes.getOrDefault("class", "");
        return new Declared(
                param ? new Element(attributes.getOrDefault("name", ""), null, 0).optionName() : element.optionName(),
                className.isEmpty() ? "" : document.classNames().full(className),
                element.file(),
                element.line(),
                param
                        ? attributes.getOrDefault("value", "")
                        : document.variables().quietly(element.text()).strip(),
                element.textLine(),
                attributes,
                children(element.children(), document));
    }

    private static List<Declared> children(List<Element> elements, Document document) {
        return elements.stream()
                .flatMap(child -> child.is("if")
                        ? children(document.branches().chosen(child), document).stream()
                        : SpringElements.isProfile(child)
                                ? children(document.spring().chosen(child), document).stream()
                                : Stream.of(of(child, document)))
                .toList();
    }
}
