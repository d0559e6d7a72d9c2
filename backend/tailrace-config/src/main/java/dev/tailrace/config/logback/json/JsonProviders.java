package dev.tailrace.config.logback.json;

import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.json.JsonFields.Keys;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the {@code <providers>} of logstash-logback-encoder's composite encoder into members of a JSON template. */
final class JsonProviders {
    /** Providers that have no options but the name of their field: the name they have without it, and the resolver. */
    private static final Map<String, String[]> SIMPLE = Map.ofEntries(
            simple("rawMessage", "raw_message", "tailrace:rawMessage"),
            simple("threadName", "thread_name", "thread"),
            simple("logLevel", "level", "level"),
            simple("logLevelValue", "level_value", "tailrace:levelValue"),
            simple("contextName", "context", "tailrace:contextName"),
            simple("tags", "tags", "tailrace:tags"),
            simple("throwableMessage", "throwable_message", "tailrace:throwableMessage"),
            simple("throwableRootCauseMessage", "throwable_root_cause_message", "tailrace:throwableMessage"),
            simple("sequence", "sequence", "counter"));

    private static final Set<String> LEFT_OUT =
            Set.of("uuid", "stackHash", "rootStackTraceElement", "jsonMessage", "contextMap");

    private final JsonFields fields;

    JsonProviders(JsonFields fields) {
        this.fields = fields;
    }

    private static Map.Entry<String, String[]> simple(String provider, String name, String resolver) {
        return Map.entry(provider, new String[] {name, resolver});
    }

    void read(Element providers, JsonTemplate template) {
        fields.values().onlyAttributes(providers, "class");
        fields.values().noText(providers);
        fields.document().eachOption(providers, provider -> provider(provider, providers, template));
    }

    private void provider(Element provider, Element providers, JsonTemplate template) {
        String kind = provider.optionName();
        String[] simple = SIMPLE.get(kind);
        if (simple != null) {
            simple(provider, kind, simple, template);
            return;
        }
        if (LEFT_OUT.contains(kind) || kind.equals("provider")) {
            String className = fields.values().attribute(provider, "class");
            fields.leftOut(
                    provider, "The provider " + (className == null ? "<" + kind + ">" : FindingText.quote(className)));
            return;
        }
        switch (kind) {
            case "timestamp" -> timestamp(provider, template);
            case "version" -> version(provider, template);
            case "message" -> message(provider, template);
            case "loggerName" -> loggerName(provider, template);
            case "callerData" -> callerData(provider, template);
            case "stackTrace" -> stackTrace(provider, template);
            case "context" -> context(provider, template);
            case "mdc" -> keys(provider, Keys.ofContext(), "MdcKey", "mdcKey", template);
            case "keyValuePairs" -> keys(provider, Keys.ofKeyValues(), "Key", "key", template);
            case "arguments" -> arguments(provider, template);
            case "globalCustomFields" -> constants(provider, "customFields", template);
            case "pattern" -> constants(provider, "pattern", template);
            case "nestedField" -> nested(provider, template);
            case "throwableClassName" -> className(provider, "throwable_class", false, template);
            case "throwableRootCauseClassName" -> className(provider, "throwable_root_cause_class", true, template);
            case "logstashMarkers" -> {
                options(provider);
                template.members("tailrace:markerFields");
            }
            default -> fields.unknown(provider, providers);
        }
    }

    private InnerOptions options(Element provider, String... known) {
        fields.values().onlyAttributes(provider, "class");
        return fields.options(
                provider,
                Stream.concat(Stream.of("fieldName"), Arrays.stream(known)).toArray(String[]::new));
    }

    private static @Nullable String name(InnerOptions options, @Nullable String otherwise) {
        String name = options.value("fieldName");
        return name == null || name.isEmpty() ? otherwise : name;
    }

    private static void add(JsonTemplate template, @Nullable String name, String resolver, String... options) {
        if (name != null && !name.equals(JsonFields.IGNORE)) {
            template.resolver(name, resolver, options);
        }
    }

    private void simple(Element provider, String kind, String[] simple, JsonTemplate template) {
        String name = name(options(provider), simple[0]);
        switch (kind) {
            case "throwableRootCauseMessage" -> add(template, name, simple[1], "ofRoot", "true");
            case "sequence" -> add(template, name, simple[1], "start", "1");
            case "rawMessage" -> add(template, name, simple[1], "whenNull", "\"none\"");
            default -> add(template, name, simple[1]);
        }
    }

    private void timestamp(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "pattern", "timeZone");
        String pattern = options.get("pattern").or("[ISO_OFFSET_DATE_TIME]");
        String zone = options.get("timeZone").text();
        add(
                template,
                name(options, "@timestamp"),
                "tailrace:time",
                "pattern",
                JsonTemplate.quote(pattern),
                "zone",
                JsonTemplate.quote(zone));
    }

    private void version(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "version", "writeAsInteger", "writeAsString");
        String version = options.get("version").or("1");
        boolean integer = (options.get("writeAsInteger").bool(false)
                        || !options.get("writeAsString").bool(true))
                && version.matches("0|[1-9][0-9]{0,8}");
        String name = name(options, "@version");
        if (name != null && !name.equals(JsonFields.IGNORE)) {
            template.member(name, integer ? version : JsonTemplate.quote(version));
        }
    }

    private void message(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "messageSplitRegex");
        Element split = options.element("messageSplitRegex");
        if (split != null) {
            fields.unsupported(split, "the message is one string.");
        }
        add(template, name(options, "message"), "message", "whenNull", "\"none\"");
    }

    private void loggerName(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "shortenedLoggerNameLength", "abbreviator");
        Element abbreviator = options.element("abbreviator");
        if (abbreviator != null) {
            fields.unsupported(abbreviator, "the name is written in full.");
        }
        int most = options.get("shortenedLoggerNameLength").integer(-1, Integer.MAX_VALUE, -1);
        add(template, name(options, "logger_name"), "logger", "field", "\"name\"", "length", Integer.toString(most));
    }

    private void callerData(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "classFieldName", "methodFieldName", "fileFieldName", "lineFieldName");
        String object = name(options, null);
        JsonTemplate place = object == null ? template : new JsonTemplate();
        add(place, options.get("classFieldName").or("caller_class_name"), "tailrace:caller", "field", "\"className\"");
        add(
                place,
                options.get("methodFieldName").or("caller_method_name"),
                "tailrace:caller",
                "field",
                "\"methodName\"");
        add(place, options.get("fileFieldName").or("caller_file_name"), "tailrace:caller", "field", "\"fileName\"");
        add(place, options.get("lineFieldName").or("caller_line_number"), "tailrace:caller", "field", "\"lineNumber\"");
        if (object != null) {
            template.member(object, place.end());
        }
    }

    private void stackTrace(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "throwableConverter", "writeAsArray");
        Element converter = options.element("throwableConverter");
        List<String> values = new ArrayList<>();
        if (converter != null) {
            values.addAll(List.of(fields.throwableConverter(converter)));
        }
        if (options.get("writeAsArray").bool(false)) {
            values.addAll(List.of("lines", "true"));
        }
        add(template, name(options, "stack_trace"), "tailrace:stackTrace", values.toArray(new String[0]));
    }

    private void context(Element provider, JsonTemplate template) {
        String name = name(options(provider), null);
        if (name == null) {
            template.members("tailrace:context");
        } else {
            add(template, name, "tailrace:context", "object", "true", "always", "true");
        }
    }

    /** @param keyOption how options for a key are called: {@code includeMdcKeyName} or {@code includeKeyName} */
    private void keys(Element provider, Keys keys, String keyOption, String renaming, JsonTemplate template) {
        String[] name = new String[1];
        fields.values().onlyAttributes(provider, "class");
        fields.document().eachOption(provider, option -> {
            String kind = option.optionName();
            if (kind.equals("fieldName")) {
                name[0] = fields.text(option);
            } else if (kind.equals("include" + keyOption + "Name")) {
                keys.included().add(fields.text(option));
            } else if (kind.equals("exclude" + keyOption + "Name")) {
                keys.excluded().add(fields.text(option));
            } else if (kind.equals(renaming + "FieldName")) {
                fields.rename(option, keys.names());
            } else if (kind.toLowerCase(Locale.ROOT).endsWith("entrywriter")) {
                fields.unsupported(option, "values of the MDC are written as strings.");
            } else {
                fields.unknown(option, provider);
            }
        });
        if (!JsonFields.IGNORE.equals(name[0])) {
            keys.write(template, name[0] == null || name[0].isEmpty() ? null : name[0]);
        }
    }

    private void arguments(Element provider, JsonTemplate template) {
        InnerOptions options = options(
                provider,
                "includeStructuredArguments",
                "includeNonStructuredArguments",
                "nonStructuredArgumentsFieldPrefix");
        List<String> values = new ArrayList<>(List.of(
                "structured",
                Boolean.toString(options.get("includeStructuredArguments").bool(true)),
                "others",
                Boolean.toString(options.get("includeNonStructuredArguments").bool(false)),
                "prefix",
                JsonTemplate.quote(
                        options.get("nonStructuredArgumentsFieldPrefix").or("arg"))));
        String name = name(options, null);
        if (name != null) {
            values.addAll(List.of("name", JsonTemplate.quote(name)));
        }
        if (!JsonFields.IGNORE.equals(name)) {
            template.members("tailrace:arguments", values.toArray(new String[0]));
        }
    }

    /** Members from a JSON text; in a pattern strings have conversion words. */
    private void constants(Element provider, String option, JsonTemplate template) {
        boolean pattern = option.equals("pattern");
        InnerOptions options = pattern ? options(provider, option, "omitEmptyFields") : options(provider, option);
        Element empty = options.element("omitEmptyFields");
        if (empty != null) {
            fields.unsupportedIfTrue(empty, "empty fields are written.");
        }
        Element json = options.element(option);
        if (json != null) {
            template.members(
                    "tailrace:members",
                    "json",
                    JsonTemplate.quote(fields.text(json)),
                    "patterns",
                    Boolean.toString(pattern),
                    "what",
                    JsonTemplate.quote("<" + option + ">"));
        }
    }

    private void nested(Element provider, JsonTemplate template) {
        InnerOptions options = options(provider, "providers");
        String name = name(options, null);
        Element inside = options.element("providers");
        if (name == null) {
            fields.leftOut(provider, "<nestedField> without a <fieldName>");
        } else {
            JsonTemplate object = new JsonTemplate();
            if (inside != null) {
                read(inside, object);
            }
            template.member(name, object.end());
        }
    }

    private void className(Element provider, String otherwise, boolean ofRoot, JsonTemplate template) {
        InnerOptions options = options(provider, "useSimpleClassName");
        add(
                template,
                name(options, otherwise),
                "tailrace:throwableClass",
                "simple",
                Boolean.toString(options.get("useSimpleClassName").bool(true)),
                "ofRoot",
                Boolean.toString(ofRoot));
    }
}
