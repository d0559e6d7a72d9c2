package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** {@code <property>}, by any of its names: defines variables of the file. */
final class PropertyReader {
    private final ElementValues values;
    private final Inclusion inclusion;

    PropertyReader(ElementValues values, Inclusion inclusion) {
        this.values = values;
        this.inclusion = inclusion;
    }

    static boolean isProperty(Element element) {
        return element.is("property") || element.is("variable") || element.is("substitutionProperty");
    }

    void read(Element element) {
        values.onlyAttributes(element, "name", "value", "file", "resource", "scope");
        String name = element.attribute("name");
        String value = element.attribute("value");
        boolean elsewhere = element.attribute("file") != null || element.attribute("resource") != null;
        if (elsewhere && name == null && value == null) {
            Properties properties = inclusion.properties(element);
            if (properties != null) {
                properties.forEach((key, each) -> define(String.valueOf(key), String.valueOf(each), element));
            }
        } else if (!elsewhere && name != null && !name.isBlank() && value != null && !value.isBlank()) {
            // Blank is as good as missing, as in Logback: an empty value is written as ${none:-}.
            define(name, values.variables().resolve(value.strip(), element.line()), element);
        } else {
            values.findings()
                    .add(
                            FindingCode.MISSING_ATTRIBUTE,
                            element.line(),
                            null,
                            "<" + element.name()
                                    + "> needs the attributes \"name\" and \"value\", or \"file\", or \"resource\"; it"
                                    + " is ignored.",
                            value != null && value.isBlank()
                                    ? "Write value=\"${none:-}\" for an empty value."
                                    : "Add what is missing, or remove it.");
        }
    }

    /** Defines a variable in the scope that the element asks for. */
    void define(String name, String value, Element element) {
        switch (scope(element).toLowerCase(Locale.ROOT)) {
            case "system" -> values.variables().defineSystemProperty(name, value);
            case "context" -> values.variables().defineInContext(name, value);
            case "", "local" -> values.variables().define(name, value);
            default -> {
                values.findings()
                        .add(
                                FindingCode.BAD_VALUE,
                                element.line(),
                                "scope is " + FindingText.quote(scope(element))
                                        + ", none of local, context, system; local is used.");
                values.variables().define(name, value);
            }
        }
    }

    private String scope(Element element) {
        @Nullable String scope = values.attribute(element, "scope");
        return scope == null ? "" : scope;
    }
}
