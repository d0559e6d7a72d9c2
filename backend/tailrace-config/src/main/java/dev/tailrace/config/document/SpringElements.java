package dev.tailrace.config.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code <springProfile>} and {@code <springProperty>}: Spring isn't asked, since it has not started when logging does, but what it
 * would go by is read; what is assumed by that is reported. Not thread-safe.
 */
public final class SpringElements {
    private static final String FOLDER = "org/springframework/boot/";

    private final Document document;
    private final Findings findings;
    private final SpringSettings settings;
    private final IdentityHashMap<Element, List<Element>> chosen = new IdentityHashMap<>();
    private boolean reported;
    private boolean toldUnread;

    SpringElements(Document document, SpringSettings settings) {
        this.document = document;
        this.findings = document.findings();
        this.settings = settings;
    }

    /** What Spring's environment says, or would say. */
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
            if (!settings.isAsked()) {
                report(element, settings.profiles());
            }
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

    private void report(Element element, SpringSettings.Profiles profiles) {
        if (reported) {
            return;
        }
        reported = true;
        String place = profiles.place();
        findings.add(
                FindingCode.SPRING_ASSUMED,
                element.line(),
                "<springProfile>: Spring's active profiles are taken to be "
                        + FindingText.quote(String.join(", ", profiles.names()))
                        + (place == null
                                ? ", because " + SpringSettings.SOURCES + ": none of them names others."
                                : ", from " + place + "."));
        if (place == null) {
            reportUnread(element, "Profiles that are set in there");
        }
    }

    private void reportUnread(Element element, String what) {
        String file = toldUnread ? null : settings.unread();
        if (file != null) {
            toldUnread = true;
            findings.add(
                    FindingCode.SPRING_NOT_READ,
                    element.line(),
                    what + " are not seen: " + file + " is on the class path, and YAML is not read.");
        }
    }

    void property(Element element) {
        document.onlyAttributes(element, "scope", "name", "source", "defaultValue");
        String name = document.required(element, "name", "it defines nothing.");
        String source = document.required(element, "source", "it defines nothing.");
        if (name == null || source == null) {
            return;
        }
        SpringSettings.Value found = settings.value(source);
        String value = found == null ? document.attribute(element, "defaultValue") : found.text();
        if (found == null && !settings.isAsked()) {
            findings.add(
                    FindingCode.SPRING_ASSUMED,
                    element.line(),
                    "<springProperty>: " + FindingText.quote(source) + " is taken to be "
                            + (value == null ? "undefined" : FindingText.quote(value)) + ", because "
                            + SpringSettings.SOURCES + ": none of them has it.");
            reportUnread(element, "Properties that are set in there");
        }
        define(name, value, element);
    }

    private void define(String name, @Nullable String value, Element element) {
        if (value != null) {
            PropertyReader.define(name, value, element, document);
        }
    }
}
