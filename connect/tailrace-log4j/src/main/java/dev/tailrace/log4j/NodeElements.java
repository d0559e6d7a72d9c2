package dev.tailrace.log4j;

import dev.tailrace.config.xml.Element;
import java.util.Locale;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;

/** Nodes of a configuration of Log4j, which may have been XML, YAML, JSON or properties, as elements. Log4j has replaced their variables. */
final class NodeElements {
    private NodeElements() {}

    /** A node that Log4j hasn't made an object of yet. */
    static Element of(Node node, Configuration configuration) {
        Element element = new Element(name(node), null, 0);
        node.getAttributes().forEach((name, value) -> element.attributes().put(name, replaced(value, configuration)));
        String text = node.getValue();
        if (text != null && !text.isBlank()) {
            element.addText(replaced(text, configuration), 0);
        }
        for (Node child : node.getChildren()) {
            element.children().add(of(child, configuration));
        }
        return element;
    }

    /** The plugin's name: in a list of YAML or JSON the node itself is called otherwise. */
    private static String name(Node node) {
        PluginType<?> type = node.getType();
        return type == null || type.getKey().equals(node.getName().toLowerCase(Locale.ROOT))
                ? node.getName()
                : type.getKey();
    }

    /** A text in which Log4j has replaced the variables that it knows. */
    static String replaced(String value, Configuration configuration) {
        String replaced = configuration.getConfigurationStrSubstitutor().replace(value);
        return literal(replaced == null ? "" : replaced);
    }

    /** A value in which Log4j has left a variable, for later or because it is not defined: our readers leave it, too. */
    static String literal(String value) {
        return value.replace("${", "$${");
    }
}
