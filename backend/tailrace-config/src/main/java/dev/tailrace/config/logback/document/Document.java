package dev.tailrace.config.logback.document;

import dev.tailrace.config.model.Sources;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.spring.BootVariables;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import java.util.List;
import java.util.function.Consumer;

/**
 * A document in Logback's dialect as it is walked: its elements, those of included files and of chosen branches in their place, and the
 * options inside an element. Properties are defined on the way. What elements say is in {@link ElementValues}. Not thread-safe.
 */
public final class Document {
    private final ElementValues values;
    private final SpringSettings environment;
    private final PropertyReader properties;
    private final Branches branches;
    private final SpringElements spring;
    private final ConversionRules conversions;
    private final Expansion expansion;

    public Document(PropertySource outside, Findings findings, Sources sources) {
        this.environment = new SpringSettings(outside);
        this.values =
                new ElementValues(findings, new Variables(outside, findings, new BootVariables(environment, outside)));
        Inclusion inclusion = new Inclusion(outside, values, sources);
        this.properties = new PropertyReader(values, inclusion);
        this.branches = new Branches(this);
        this.spring = new SpringElements(values, environment, properties);
        this.conversions = new ConversionRules(values);
        this.expansion = new Expansion(this, inclusion, new Definitions(this, inclusion, outside));
        if (environment.isAsked()) {
            values.variables().withBoot();
        }
    }

    /** The values of its elements. */
    public ElementValues values() {
        return values;
    }

    /** Spring's environment, which some elements ask. */
    public SpringSettings environment() {
        return environment;
    }

    /** The words that the file gives to converters. */
    public ConversionRules conversions() {
        return conversions;
    }

    PropertyReader properties() {
        return properties;
    }

    Branches branches() {
        return branches;
    }

    /** What Spring's profiles leave out. */
    public SpringElements spring() {
        return spring;
    }

    /** The elements inside the root element, after its properties were defined, files included and branches chosen. */
    public List<Element> elements(Element root) {
        return expansion.of(root);
    }

    /**
     * Hands out the options inside an element, in order; properties are defined and branches chosen on the way, and a param is an
     * option too.
     */
    public void eachOption(Element element, Consumer<Element> option) {
        options(element.children(), option);
    }

    private void options(List<Element> children, Consumer<Element> option) {
        for (Element child : children) {
            if (PropertyReader.isProperty(child)) {
                properties.read(child);
            } else if (child.is("condition")) {
                branches.condition(child);
            } else if (child.is("if")) {
                options(branches.choose(child), option);
            } else if (SpringElements.isProfile(child)) {
                options(spring.choose(child), option);
            } else if (SpringElements.isProperty(child)) {
                spring.property(child);
            } else if (child.is("param")) {
                String name = values.required(child, "name", "it is ignored.");
                String value = child.attribute("value");
                if (name != null) {
                    Element same = new Element(name, child.file(), child.line());
                    same.addText(value == null ? "" : value, child.line());
                    option.accept(same);
                }
            } else {
                option.accept(child);
            }
        }
    }
}
