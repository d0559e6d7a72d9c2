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

    private final Document document;
    private final Findings findings;
    private final SpringSettings settings;
    private final IdentityHashMap<Element, List<Element>> chosen = new IdentityHashMap<>();

    SpringElements(Document document, SpringSettings settings) {
        this.document = document;
        this.findings = document.findings();
        this.settings = settings;
    }

    /** Spring's environment. */
    public SpringSettings settings() {
        return settings;
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
        document.onlyAttributes(element, "name");
        document.noText(element);
        String name = document.required(element, "name", "what is inside is not read.");
        boolean active = false;
        if (name != null) {
            settings.reportAbsence(findings, element.line());
            active = holds(element, name);
        }
        List<Element> elements = active ? element.children() : List.of();
        chosen.put(element, elements);
        return elements;
    }

    /** What {@link #choose} said of it before. */
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
        document.onlyAttributes(element, "scope", "name", "source", "defaultValue");
        String name = document.required(element, "name", "it defines nothing.");
        String source = document.required(element, "source", "it defines nothing.");
        if (name == null || source == null) {
            return;
        }
        settings.reportAbsence(findings, element.line());
        String found = settings.value(source);
        String value = found == null ? document.attribute(element, "defaultValue") : found;
        if (value != null) {
            PropertyReader.define(name, value, element, document);
        }
    }
}
