package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/**
 * The first walk over a configuration, in the order of its elements, as Logback walks: defines its variables, reads what it
 * includes, chooses branches, and lists what is left for the second walk. Not thread-safe.
 */
final class Expansion {
    /** Files that are included again and again must not fill the memory. */
    private static final int MOST_ELEMENTS = 100_000;

    private final Document document;
    private final ElementValues values;
    private final Inclusion inclusion;
    private final Definitions definitions;
    private final List<Element> elements = new ArrayList<>();
    private boolean full;

    Expansion(Document document, Inclusion inclusion, Definitions definitions) {
        this.document = document;
        this.values = document.values();
        this.inclusion = inclusion;
        this.definitions = definitions;
    }

    List<Element> of(Element root) {
        walk(root.children());
        return elements;
    }

    private void walk(List<Element> children) {
        for (Element child : children) {
            element(child);
        }
    }

    private void element(Element child) {
        if (PropertyReader.isProperty(child)) {
            document.properties().read(child);
        } else if (child.is("import")) {
            values.onlyAttributes(child, "class");
            String className = values.required(child, "class", "it imports nothing.");
            if (className != null) {
                values.classes().addImport(className);
            }
        } else if (child.is("contextName")) {
            values.onlyAttributes(child);
            values.variables().defineInContext("CONTEXT_NAME", values.text(child));
        } else if (child.is("define")) {
            definitions.define(child);
        } else if (child.is("timestamp")) {
            definitions.timestamp(child);
        } else if (child.is("condition")) {
            document.branches().condition(child);
        } else if (child.is("if")) {
            walk(document.branches().choose(child));
        } else if (SpringElements.isProfile(child)) {
            values.variables().withBoot();
            walk(document.spring().choose(child));
        } else if (SpringElements.isProperty(child)) {
            values.variables().withBoot();
            document.spring().property(child);
        } else if (child.is("include")) {
            if (SpringElements.isBoots(child.attribute("resource"))) {
                values.variables().withBoot();
                document.environment().reportAbsence(values.findings(), child.line());
            }
            inclusion.include(child, this::walk);
        } else if (elements.size() < MOST_ELEMENTS) {
            elements.add(child);
        } else if (!full) {
            full = true;
            values.findings()
                    .add(
                            FindingCode.TOO_LARGE,
                            child.line(),
                            "The configuration and what it includes have more than " + MOST_ELEMENTS
                                    + " elements; the rest is not read.");
        }
    }
}
