package dev.tailrace.config.logback.document;

import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of elements: attributes and texts after substitution, and what a class name stands for. Not thread-safe. */
public final class ElementValues {
    private final Findings findings;
    private final Variables variables;
    private final LogbackClasses classes = new LogbackClasses();

    ElementValues(Findings findings, Variables variables) {
        this.findings = findings;
        this.variables = variables;
    }

    public Findings findings() {
        return findings;
    }

    public Variables variables() {
        return variables;
    }

    LogbackClasses classes() {
        return classes;
    }

    /** The attribute after substitution, trimmed; null when it is missing. */
    @Nullable
    public String attribute(Element element, String name) {
        String value = element.attribute(name);
        return value == null ? null : variables.resolve(value, element.line()).strip();
    }

    /** A required {@link #attribute}: a missing or empty one is a finding too. */
    @Nullable
    public String required(Element element, String name, String consequence) {
        String value = attribute(element, name);
        if (value == null || value.isEmpty()) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    element.line(),
                    "<" + element.name() + "> has no attribute \"" + name + "\"; " + consequence);
            return null;
        }
        return value;
    }

    /** The element's own text after substitution, trimmed. */
    public String text(Element element) {
        return variables.resolve(element.text(), element.textLine()).strip();
    }

    /** {@link #text} as the value of an option. */
    public OptionValue option(Element element, String consumer) {
        return new OptionValue(element, text(element), findings, consumer);
    }

    /** The part an element's class stands for; {@code otherwise} when it names none. */
    public LogbackClasses.Part part(Element element, LogbackClasses.Part otherwise) {
        String className = attribute(element, "class");
        return className == null || className.isEmpty() ? otherwise : classes.part(className);
    }

    /** Whether Logback would not find the class. Only Spring Boot says which class path is meant, and fails its start then. */
    boolean isMissing(String className) {
        PropertySource outside = variables.outside();
        return outside.spring() != null
                && !classes.exists(className)
                && outside.resourceUrl(classes.full(className).replace('.', '/') + ".class") == null;
    }

    public void onlyAttributes(Element element, String... known) {
        List<String> names = Arrays.asList(known);
        for (String name : element.attributes().keySet()) {
            if (!names.contains(name)) {
                findings.add(
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        element.line(),
                        "<" + element.name() + "> has an attribute " + FindingText.quote(name)
                                + " that is not known; it is ignored.");
            }
        }
    }

    public void noText(Element element) {
        // A ">" too many means nothing.
        if (element.text().chars().anyMatch(Character::isLetterOrDigit)) {
            findings.add(
                    FindingCode.UNEXPECTED_TEXT,
                    element.textLine(),
                    "<" + element.name() + "> contains the text " + FindingText.quote(element.text())
                            + "; it is ignored.");
        }
    }

    /** The level of a word; DEBUG for an unknown one, as in Logback. */
    public Threshold level(String word, int line, @Nullable String consumer) {
        Optional<Threshold> level = Values.level(word);
        if (level.isEmpty()) {
            findings.add(
                    FindingCode.BAD_LEVEL,
                    line,
                    consumer,
                    "There is no level " + FindingText.quote(word) + "; DEBUG is used.");
        }
        return level.orElse(Threshold.DEBUG);
    }
}
