package dev.tailrace.config.logback.document;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code <define>} and {@code <timestamp>}: variables whose values come from the machine. */
final class Definitions {
    private final Document document;
    private final ElementValues values;
    private final Inclusion inclusion;
    private final PropertySource outside;
    private final long birthMillis;

    Definitions(Document document, Inclusion inclusion, PropertySource outside) {
        this.document = document;
        this.values = document.values();
        this.inclusion = inclusion;
        this.outside = outside;
        this.birthMillis = outside.currentTimeMillis();
    }

    void define(Element element) {
        values.onlyAttributes(element, "name", "class", "scope");
        values.noText(element);
        String name = values.required(element, "name", "it is ignored.");
        Map<String, String> options = new HashMap<>();
        document.eachOption(element, option -> options.put(option.optionName(), values.text(option)));
        if (name == null) {
            return;
        }
        String value = switch (values.part(element, LogbackClasses.Part.UNKNOWN)) {
            case FILE_EXISTS -> exists(element, options, "path");
            case RESOURCE_EXISTS -> exists(element, options, "resource");
            case CANONICAL_HOST_NAME -> {
                onlyOption(element, options, "");
                yield outside.canonicalHostName();
            }
            default -> {
                UnknownNames.reportClass(
                        values, element, name, "the variable " + FindingText.quote(name) + " is not defined by it.");
                yield null;
            }
        };
        if (value != null) {
            document.properties().define(name, value, element);
        }
    }

    private void onlyOption(Element element, Map<String, String> options, String known) {
        for (String option : options.keySet()) {
            if (!option.equals(known)) {
                values.findings()
                        .add(
                                FindingCode.UNKNOWN_OPTION,
                                element.line(),
                                "<" + option + "> is not known inside <define>; it is ignored.");
            }
        }
    }

    private @Nullable String exists(Element element, Map<String, String> options, String option) {
        onlyOption(element, options, option);
        String name = options.getOrDefault(option, "");
        if (name.isEmpty()) {
            values.findings()
                    .add(
                            FindingCode.MISSING_ATTRIBUTE,
                            element.line(),
                            "<define> has no <" + option + ">; it is ignored.");
            return null;
        }
        return String.valueOf(option.equals("path") ? Inclusion.isFile(name) : inclusion.isResource(name));
    }

    void timestamp(Element element) {
        values.onlyAttributes(element, "key", "datePattern", "timeReference", "scope");
        values.noText(element);
        String key = values.required(element, "key", "it is ignored.");
        String pattern = values.required(element, "datePattern", "it is ignored.");
        if (key == null || pattern == null) {
            return;
        }
        boolean birth = "contextBirth".equalsIgnoreCase(values.attribute(element, "timeReference"));
        try {
            Instant when = Instant.ofEpochMilli(birth ? birthMillis : outside.currentTimeMillis());
            String value = DateTimeFormatter.ofPattern(pattern)
                    .withZone(ZoneId.systemDefault())
                    .format(when);
            document.properties().define(key, value, element);
        } catch (RuntimeException e) {
            // The JDK answers too many letters of a kind with an index out of bounds.
            values.findings()
                    .add(
                            FindingCode.BAD_VALUE,
                            element.line(),
                            "datePattern is " + FindingText.quote(pattern)
                                    + ", which is no pattern of a date; the variable " + FindingText.quote(key)
                                    + " is not defined.");
        }
    }
}
