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
    private final PropertySource outside;
    private final long birthMillis;

    Definitions(Document document, PropertySource outside) {
        this.document = document;
        this.outside = outside;
        this.birthMillis = outside.currentTimeMillis();
    }

    void define(Element element) {
        document.onlyAttributes(element, "name", "class", "scope");
        document.noText(element);
        String name = document.required(element, "name", "it is ignored.");
        Map<String, String> options = new HashMap<>();
        document.eachOption(element, option -> options.put(option.optionName(), document.text(option)));
        if (name == null) {
            return;
        }
        String value = switch (document.part(element, LogbackClasses.Part.UNKNOWN)) {
            case FILE_EXISTS -> exists(element, options, "path");
            case RESOURCE_EXISTS -> exists(element, options, "resource");
            case CANONICAL_HOST_NAME -> {
                onlyOption(element, options, "");
                yield outside.canonicalHostName();
            }
            default -> {
                document.unknownClass(
                        element, name, "the variable " + FindingText.quote(name) + " is not defined by it.");
                yield null;
            }
        };
        if (value != null) {
            PropertyReader.define(name, value, element, document);
        }
    }

    private void onlyOption(Element element, Map<String, String> options, String known) {
        for (String option : options.keySet()) {
            if (!option.equals(known)) {
                document.findings()
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
            document.findings()
                    .add(
                            FindingCode.MISSING_ATTRIBUTE,
                            element.line(),
                            "<define> has no <" + option + ">; it is ignored.");
            return null;
        }
        return String.valueOf(
                option.equals("path")
                        ? Inclusion.isFile(name)
                        : document.inclusion().isResource(name));
    }

    void timestamp(Element element) {
        document.onlyAttributes(element, "key", "datePattern", "timeReference", "scope");
        document.noText(element);
        String key = document.required(element, "key", "it is ignored.");
        String pattern = document.required(element, "datePattern", "it is ignored.");
        if (key == null || pattern == null) {
            return;
        }
        boolean birth = "contextBirth".equalsIgnoreCase(document.attribute(element, "timeReference"));
        try {
            Instant when = Instant.ofEpochMilli(birth ? birthMillis : outside.currentTimeMillis());
            String value = DateTimeFormatter.ofPattern(pattern)
                    .withZone(ZoneId.systemDefault())
                    .format(when);
            PropertyReader.define(key, value, element, document);
        } catch (RuntimeException e) {
            // The JDK answers too many letters of a kind with an index out of bounds.
            document.findings()
                    .add(
                            FindingCode.BAD_VALUE,
                            element.line(),
                            "datePattern is " + FindingText.quote(pattern)
                                    + ", which is no pattern of a date; the variable " + FindingText.quote(key)
                                    + " is not defined.");
        }
    }
}
