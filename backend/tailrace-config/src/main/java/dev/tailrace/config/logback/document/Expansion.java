package dev.tailrace.config.logback.document;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/**
 * The first walk over a configuration, in the order of its elements, as Logback walks: defines its variables, reads what it
 * includes, chooses branches, and lists what is left for the second walk. Not thread-safe.
 */
public final class Expansion {
    /** Files that are included again and again must not fill the memory. */
    private static final int MOST_ELEMENTS = 100_000;

    private final Document document;
    private final Findings findings;
    private final Definitions definitions;
    private final List<Element> elements = new ArrayList<>();
    private boolean full;

    private Expansion(Document document, PropertySource outside) {
        this.document = document;
        this.findings = document.findings();
        this.definitions = new Definitions(document, outside);
    }

    public static List<Element> of(Element root, Document document, PropertySource outside) {
        Expansion expansion = new Expansion(document, outside);
        expansion.walk(root.children());
        return expansion.elements;
    }

    private void walk(List<Element> children) {
        for (Element child : children) {
            element(child);
        }
    }

    private void element(Element child) {
        if (PropertyReader.isProperty(child)) {
            PropertyReader.read(child, document);
        } else if (child.is("import")) {
            document.onlyAttributes(child, "class");
            String className = document.required(child, "class", "it imports nothing.");
            if (className != null) {
                document.classNames().addImport(className);
            }
        } else if (child.is("contextName")) {
            document.onlyAttributes(child);
            document.variables().defineInContext("CONTEXT_NAME", document.text(child));
        } else if (child.is("define")) {
            definitions.define(child);
        } else if (child.is("timestamp")) {
            definitions.timestamp(child);
        } else if (child.is("condition")) {
            document.branches().condition(child);
        } else if (child.is("if")) {
            walk(document.branches().choose(child));
        } else if (SpringElements.isProfile(child)) {
            document.variables().withBoot();
            walk(document.spring().choose(child));
        } else if (SpringElements.isProperty(child)) {
            document.variables().withBoot();
            document.spring().property(child);
        } else if (child.is("include")) {
            if (SpringElements.isBoots(child.attribute("resource"))) {
                document.variables().withBoot();
                document.spring().settings().reportAbsence(findings, child.line());
            }
            document.inclusion().include(child, document, this::walk);
        } else if (elements.size() < MOST_ELEMENTS) {
            elements.add(child);
        } else if (!full) {
            full = true;
            findings.add(
                    FindingCode.TOO_LARGE,
                    child.line(),
                    "The configuration and what it includes have more than " + MOST_ELEMENTS
                            + " elements; the rest is not read.");
        }
    }
}
