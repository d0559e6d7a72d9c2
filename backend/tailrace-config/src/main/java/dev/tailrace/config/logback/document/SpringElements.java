package dev.tailrace.config.logback.document;

import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code <springProfile>} and {@code <springProperty>}. Not thread-safe. */
public final class SpringElements {
    private static final String FOLDER = "org/springframework/boot/";

    private final ElementValues values;
    private final Findings findings;
    private final SpringSettings settings;
    private final PropertyReader properties;
    private final Map<Element, List<Element>> chosen = new LinkedHashMap<>();
    /** The profiles, as they are written, of appenders that are defined for profiles which aren't active. */
    private final Map<String, Set<String>> inactiveAppenders = new HashMap<>();
    /** The appenders that elements of profiles which aren't active refer to. */
    private final Set<String> inactiveReferences = new HashSet<>();

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
            if (!active) {
                inactive(element.children(), name);
            }
        }
        List<Element> elements = active ? element.children() : List.of();
        chosen.put(element, elements);
        return elements;
    }

    private void inactive(List<Element> children, String profiles) {
        for (Element child : children) {
            String given = child.attribute(child.is("appender") ? "name" : "ref");
            String name =
                    given == null ? null : values.variables().quietly(given).strip();
            if (child.is("appender") && name != null) {
                inactiveAppenders
                        .computeIfAbsent(name, any -> new LinkedHashSet<>())
                        .add(profiles);
            } else if (child.is("appender-ref") && name != null) {
                inactiveReferences.add(name);
            }
            inactive(child.children(), profiles);
        }
    }

    /** The profiles, as they are written, for which an appender is defined that no active profile has; null: none. */
    public @Nullable String profilesOf(String appender) {
        Set<String> profiles = inactiveAppenders.get(appender);
        return profiles == null ? null : String.join(", ", profiles);
    }

    /** Whether an element of a profile that isn't active refers to an appender. */
    public boolean isReferredInOtherProfile(String appender) {
        return inactiveReferences.contains(appender);
    }

    /** Each {@code <springProfile>} that was met, in the order of the file. */
    Set<Element> all() {
        return chosen.keySet();
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
        if (value == null) {
            values.variables().ofSpring(name, source);
        } else {
            properties.define(name, value, element);
        }
    }
}
