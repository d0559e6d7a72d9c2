package dev.tailrace.config;

/** {@code <property>}, by any of its names: defines a variable of the file. */
final class PropertyReader {
    private PropertyReader() {}

    static boolean isProperty(Element element) {
        return element.is("property") || element.is("variable") || element.is("substitutionProperty");
    }

    static void define(Element element, Document document) {
        document.onlyAttributes(element, "name", "value", "file", "resource", "scope");
        Findings findings = document.findings();
        for (String source : new String[] {"file", "resource"}) {
            if (element.attribute(source) != null) {
                findings.add(
                        FindingCode.NOT_SUPPORTED,
                        element.line(),
                        null,
                        "Properties are not read from another " + source + " yet (" + source + "="
                                + FindingText.quote(String.valueOf(document.attribute(element, source))) + ").",
                        "Write them into this file, or pass them as system properties.");
                return;
            }
        }
        String name = element.attribute("name");
        String value = element.attribute("value");
        if (name == null || name.isEmpty() || value == null) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    element.line(),
                    "<" + element.name() + "> needs the attributes \"name\" and \"value\"; it is ignored.");
            return;
        }
        String scope = document.attribute(element, "scope");
        if ("system".equalsIgnoreCase(scope)) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    element.line(),
                    null,
                    "The property " + FindingText.quote(name)
                            + " does not become a system property; it holds in this file only.",
                    "Pass it with -D" + name + "=... if other code reads it.");
        }
        document.variables()
                .define(
                        name,
                        document.variables().resolve(value, element.line()).strip());
    }
}
