package dev.tailrace.config.logback.document;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.xml.Element;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes {@link ConfigElement} of the elements of a document. */
public final class Declarations {
    private Declarations() {}

    /** Call right after reading the element, while its variables have their values. Reports no finding. */
    public static ConfigElement of(Element element, Document document) {
        Map<String, String> attributes = new LinkedHashMap<>();
        element.attributes()
                .forEach((name, value) -> attributes.put(
                        name, document.values().variables().quietly(value).strip()));
        boolean param = element.is("param");
        String className = attributes.getOrDefault("class", "");
        return new ConfigElement(
                param ? new Element(attributes.getOrDefault("name", ""), null, 0).optionName() : element.optionName(),
                className.isEmpty() ? "" : document.values().classes().full(className),
                element.file(),
                element.line(),
                param
                        ? attributes.getOrDefault("value", "")
                        : document.values().variables().quietly(element.text()).strip(),
                element.textLine(),
                attributes,
                children(element.children(), document));
    }

    /** The declarations of every {@code <if>} and every {@code <springProfile>} that was met. */
    public static List<ConfigElement> ofBranches(Document document) {
        return Stream.concat(document.branches().all().stream(), document.spring().all().stream())
                .map(each -> of(each, document))
                .toList();
    }

    private static List<ConfigElement> children(List<Element> elements, Document document) {
        return elements.stream()
                .flatMap(child -> child.is("if")
                        ? children(document.branches().chosen(child), document).stream()
                        : SpringElements.isProfile(child)
                                ? children(document.spring().chosen(child), document).stream()
                                : Stream.of(of(child, document)))
                .toList();
    }
}
