package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** {@code <property>}, by any of its names: defines variables of the file. */
final class PropertyReader {
    private PropertyReader() {}

    static boolean isProperty(Element element) {
        return element.is("property") || element.is("variable") || element.is("substitutionProperty");
    }

    static void read(Element element, Document document) {
        document.onlyAttributes(element, "name", "value", "file", "resource", "scope");
        String name = element.attribute("name");
        String value = element.attribute("value");
        boolean elsewhere = element.attribute("file") != null || element.attribute("resource") != null;
        if (elsewhere && name == null && value == null) {
            Properties properties = document.inclusion().properties(element, document);
            if (properties != null) {
                properties.forEach((key, each) -> define(String.valueOf(key), String.valueOf(each), element, document));
            }
        } else if (!elsewhere && name != null && !name.isBlank() && value != null && !value.isBlank()) {
            // Blank is as good as missing, as in Logback: an empty value is written as ${none:-}.
            define(name, document.variables().resolve(value, element.line()).strip(), element, document);
        } else {
            document.findings()
                    .add(
                            FindingCode.MISSING_ATTRIBUTE,
                            element.line(),
                            null,
                            "<" + element.name()
                                    + "> needs the attributes \"name\" and \"value\", or \"file\", or \"resource\"; it is"
                                    + " ignored.",
                            value != null && value.isBlank()
                                    ? "Write value=\"${none:-}\" for an empty value."
                                    : "Add what is missing, or remove it.");
        }
    }

    /** Defines a variable in the scope that the element asks for. */
    static void define(String name, String value, Element element, Document document) {
        switch (scope(element, document).toLowerCase(Locale.ROOT)) {
            case "system" -> document.variables().defineSystemProperty(name, value);
            case "context" -> document.variables().defineInContext(name, value);
            case "", "local" -> document.variables().define(name, value);
            default -> {
                document.findings()
                        .add(
                                FindingCode.BAD_VALUE,
                                element.line(),
                                "scope is " + FindingText.quote(scope(element, document))
                                        + ", none of local, context, system; local is used.");
                document.variables().define(name, value);
            }
        }
    }

    private static String scope(Element element, Document document) {
        @Nullable String scope = document.attribute(element, "scope");
        return scope == null ? "" : scope;
    }
}
