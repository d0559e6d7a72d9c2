package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.Options;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An element of a Log4j 2 configuration: what it is called doesn't depend on case, in the strict form its attribute {@code type} names
 * it, and a parameter is an attribute or an element with nothing but text. Remembers what it was asked for, so that {@link #finish} can
 * report what is unknown. Not thread-safe.
 */
final class Log4jNode implements Options {
    private final Element element;
    private final Log4jDocument document;
    private final Findings findings;
    private final String type;
    private final Set<String> asked = new HashSet<>();
    private final List<Log4jNode> children = new ArrayList<>();
    private boolean taken;

    private Log4jNode(Element element, Log4jDocument document) {
        this.element = element;
        this.document = document;
        this.findings = document.findings();
        String given = document.isStrict() ? attribute(element, "type") : null;
        this.type = given == null || given.isBlank() ? element.name() : given.strip();
        if (given != null) {
            asked.add("type");
        }
    }

    static Log4jNode of(Element element, Log4jDocument document) {
        Log4jNode node = new Log4jNode(element, document);
        for (Element child : element.children()) {
            node.children.add(of(child, document));
        }
        return node;
    }

    private static @Nullable String attribute(Element element, String name) {
        String exact = element.attribute(name);
        if (exact != null) {
            return exact;
        }
        for (var attribute : element.attributes().entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(name)) {
                return attribute.getValue();
            }
        }
        return null;
    }

    /** The name of the plugin. */
    String type() {
        return type;
    }

    boolean is(String... types) {
        for (String each : types) {
            if (type.equalsIgnoreCase(each)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int line() {
        return element.line();
    }

    List<Log4jNode> children() {
        return children;
    }

    /** Marks this element as read. */
    Log4jNode take() {
        taken = true;
        return this;
    }

    /** The children of these types, which are taken. */
    List<Log4jNode> take(String... types) {
        return children.stream()
                .filter(child -> child.is(types))
                .map(Log4jNode::take)
                .toList();
    }

    /** A parameter as it stands there, its variables not replaced; null when it is missing. */
    @Nullable
    String raw(String name) {
        asked.add(name.toLowerCase(Locale.ROOT));
        String value = attribute(element, name);
        if (value != null) {
            return value;
        }
        for (Log4jNode child : children) {
            if (child.is(name)
                    && child.children.isEmpty()
                    && child.element.attributes().isEmpty()) {
                child.taken = true;
                return child.element.text();
            }
        }
        return null;
    }

    /** The line a parameter stands in. */
    int line(String name) {
        if (attribute(element, name) == null) {
            for (Log4jNode child : children) {
                if (child.is(name)) {
                    return child.element.textLine();
                }
            }
        }
        for (String attribute : element.attributes().keySet()) {
            if (attribute.equalsIgnoreCase(name)) {
                return element.line(attribute);
            }
        }
        return element.line();
    }

    /** A parameter, its variables replaced, trimmed; null when it is missing. */
    @Override
    public @Nullable String value(String name) {
        String raw = raw(name);
        return raw == null
                ? null
                : document.variables().resolve(raw, line(name)).strip();
    }

    /** A required attribute: a missing or empty one is a finding. */
    @Nullable
    String required(String name, String consequence) {
        String value = value(name);
        if (value == null || value.isEmpty()) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    line(),
                    "<" + element.name() + "> has no \"" + name + "\"; " + consequence);
            return null;
        }
        return value;
    }

    /** True or false; Log4j takes everything else for false. */
    boolean bool(String name, boolean otherwise, @Nullable String consumer) {
        String word = value(name);
        if (word == null || word.isEmpty()) {
            return otherwise;
        }
        Optional<Boolean> value = Values.bool(word);
        if (value.isEmpty()) {
            findings.add(
                    FindingCode.BAD_BOOLEAN,
                    line(name),
                    consumer,
                    name + " is " + FindingText.quote(word) + "; false is used, as in Log4j.");
        }
        return value.orElse(false);
    }

    int integer(String name, int least, int most, int otherwise, @Nullable String consumer) {
        String word = value(name);
        if (word == null || word.isEmpty()) {
            return otherwise;
        }
        Integer value = Values.integer(word);
        if (value == null || value < least || value > most) {
            findings.add(
                    FindingCode.BAD_NUMBER,
                    line(name),
                    consumer,
                    name + " is " + FindingText.quote(word) + ", not a whole number from " + least + " to " + most
                            + "; " + otherwise + " is used.");
            return otherwise;
        }
        return value;
    }

    /** These parameters are known and need nothing here. */
    void accept(String... names) {
        for (String name : names) {
            raw(name);
        }
    }

    /** A parameter that can't be honoured: a finding if it is there and neither empty nor {@code false}. */
    void refuse(String name, @Nullable String consumer, String insteadOfIt) {
        String value = value(name);
        if (value != null && !value.isEmpty() && !value.equalsIgnoreCase("false")) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    line(name),
                    consumer,
                    name + " of <" + element.name() + "> is not supported: " + insteadOfIt,
                    "Remove " + name + ".");
        }
    }

    /** Reports what is inside and was not asked for. */
    void finish(@Nullable String consumer) {
        taken = true;
        for (String name : element.attributes().keySet()) {
            if (!asked.contains(name.toLowerCase(Locale.ROOT))) {
                findings.add(
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        element.line(name),
                        consumer,
                        "<" + element.name() + "> has an attribute " + FindingText.quote(name)
                                + " that is not known; it is ignored.");
            }
        }
        for (Log4jNode child : children) {
            if (!child.taken) {
                findings.add(
                        FindingCode.UNKNOWN_OPTION,
                        child.line(),
                        consumer,
                        "<" + child.element.name() + "> is not known inside <" + element.name()
                                + ">; it is ignored with all that is inside.");
            }
        }
        // A ">" too many means nothing.
        if (element.text().chars().anyMatch(Character::isLetterOrDigit) && !asked.contains("#text")) {
            findings.add(
                    FindingCode.UNEXPECTED_TEXT,
                    element.textLine(),
                    consumer,
                    "<" + element.name() + "> contains the text " + FindingText.quote(element.text())
                            + "; it is ignored.");
        }
    }

    /** Its own text is a value. */
    String takeText() {
        asked.add("#text");
        return element.text();
    }

    /** The declared element: names in small letters, variables replaced. */
    ConfigElement declared(Log4jVariables variables) {
        Map<String, String> attributes = new LinkedHashMap<>();
        element.attributes()
                .forEach((name, value) -> attributes.put(
                        name.toLowerCase(Locale.ROOT),
                        variables.resolveForEvents(value, 0).strip()));
        return new ConfigElement(
                type.toLowerCase(Locale.ROOT),
                "",
                element.file(),
                element.line(),
                variables.resolveForEvents(element.text(), 0).strip(),
                element.textLine(),
                attributes,
                children.stream().map(child -> child.declared(variables)).toList());
    }

    /** The names of its attributes. */
    @Override
    public Set<String> names() {
        return element.attributes().keySet();
    }

    /** This one with other children: those that were chosen. */
    void replaceChildren(List<Log4jNode> chosen) {
        children.clear();
        children.addAll(chosen);
    }
}
