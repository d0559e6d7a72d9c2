package dev.tailrace.config.logback.document;

import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code <springProfile>} and {@code <springProperty>}. Not thread-safe. */
public final class SpringElements {
    private static final String FOLDER = "org/springframework/boot/";

    private final ElementValues values;
    private final Findings findings;
    private final SpringSettings settings;
    private final PropertyReader properties;
    private final IdentityHashMap<Element, List<Element>> chosen = new IdentityHashMap<>();

    SpringElements(ElementValues values, SpringSettings settings, PropertyReader properties) {
        this.values = values;
        this.findings = values.findings();
        this.settings = settings;
        this.properties = properties;
    }

    /** Whether a file or resource comes with Spring Boot. */
    public static boolean isBoots(@Nullable String file) {
        return file != null && file.startsWith(FOLDER);
    }

    static boolean isProfile(Element element) {
        return element.is("springProfile");
    }

    static boolean isProperty(Element element) {
        return element.is("springProperty");
    }

    /** The elements that take its place. */
    List<Element> choose(Element element) {
        values.onlyAttributes(element, "name");
        values.noText(element);
        String name = values.required(element, "name", "what is inside is not read.");
        boolean active = false;
        if (name != null) {
            settings.reportAbsence(findings, element.line());
            active = holds(element, name);
        }
        List<Element> elements = active ? element.children() : List.of();
        chosen.put(element, elements);
        return elements;
    }

    /** The elements that {@link #choose} chose before. */
    List<Element> chosen(Element element) {
        return chosen.getOrDefault(element, List.of());
    }

    private boolean holds(Element element, String expression) {
        try {
            return settings.accepts(expression);
        } catch (ExpressionText.ProblemException e) {
            findings.add(
                    FindingCode.CONDITION_NOT_UNDERSTOOD,
                    element.line(),
                    "The profiles " + FindingText.quote(expression) + " are not understood: " + e.getMessage()
                            + ". What is inside is not read.");
            return false;
        }
    }

    void property(Element element) {
        values.onlyAttributes(element, "scope", "name", "source", "defaultValue");
        String name = values.required(element, "name", "it defines nothing.");
        String source = values.required(element, "source", "it defines nothing.");
        if (name == null || source == null) {
            return;
        }
        settings.reportAbsence(findings, element.line());
        String found = settings.value(source);
        String value = found == null ? values.attribute(element, "defaultValue") : found;
        if (value != null) {
            properties.define(name, value, element);
        }
    }
}
