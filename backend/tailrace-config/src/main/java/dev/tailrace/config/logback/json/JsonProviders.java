package dev.tailrace.config.logback.json;

import dev.tailrace.config.logback.json.JsonFields.Keys;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
        fields.document().onlyAttributes(providers, "class");
        fields.document().noText(providers);
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
            String className = fields.document().attribute(provider, "class");
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

    /** The options of a provider, by name. Those that aren't among {@code known} are findings. */
    private Map<String, Element> options(Element provider, String... known) {
        Map<String, Element> options = new LinkedHashMap<>();
        List<String> names = List.of(known);
        fields.document().onlyAttributes(provider, "class");
        fields.document().eachOption(provider, option -> {
            String name = option.optionName();
            if (names.contains(name) || name.equals("fieldName")) {
                options.put(name, option);
            } else {
                fields.unknown(option, provider);
            }
        });
        return options;
    }

    private @Nullable String name(Map<String, Element> options, @Nullable String otherwise) {
        Element option = options.get("fieldName");
        String name = option == null ? otherwise : fields.text(option);
        return name == null || name.isEmpty() ? otherwise : name;
    }

    private String text(Map<String, Element> options, String name, String otherwise) {
        Element option = options.get(name);
        return option == null ? otherwise : fields.text(option);
    }

    private boolean flag(Map<String, Element> options, String name, boolean otherwise) {
        Element option = options.get(name);
        return option == null ? otherwise : fields.bool(option, otherwise);
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
            default -> add(template, name, simple[1]);
        }
    }

    private void timestamp(Element provider, JsonTemplate template) {
        Map<String, Element> options = options(provider, "pattern", "timeZone");
        String pattern = text(options, "pattern", "[ISO_OFFSET_DATE_TIME]");
        String zone = text(options, "timeZone", "");
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
        Map<String, Element> options = options(provider, "version", "writeAsInteger", "writeAsString");
        String version = text(options, "version", "1");
        boolean integer = (flag(options, "writeAsInteger", false) || !flag(options, "writeAsString", true))
                && version.matches("0|[1-9][0-9]{0,8}");
        String name = name(options, "@version");
        if (name != null && !name.equals(JsonFields.IGNORE)) {
            template.member(name, integer ? version : JsonTemplate.quote(version));
        }
    }

    private void message(Element provider, JsonTemplate template) {
        Map<String, Element> options = options(provider, "messageSplitRegex");
        Element split = options.get("messageSplitRegex");
        if (split != null) {
            fields.unsupported(split, "the message is one string.");
        }
        add(template, name(options, "message"), "message");
    }

    private void loggerName(Element provider, JsonTemplate template) {
        Map<String, Element> options = options(provider, "shortenedLoggerNameLength", "abbreviator");
        Element abbreviator = options.get("abbreviator");
        if (abbreviator != null) {
            fields.unsupported(abbreviator, "the name is written in full.");
        }
        Element length = options.get("shortenedLoggerNameLength");
        int most =
                length == null ? -1 : fields.document().integer(length, -1, Integer.MAX_VALUE, -1, fields.appender());
        add(template, name(options, "logger_name"), "logger", "field", "\"name\"", "length", Integer.toString(most));
    }

    private void callerData(Element provider, JsonTemplate template) {
        Map<String, Element> options =
                options(provider, "classFieldName", "methodFieldName", "fileFieldName", "lineFieldName");
        String object = name(options, null);
        JsonTemplate place = object == null ? template : new JsonTemplate();
        add(place, text(options, "classFieldName", "caller_class_name"), "tailrace:caller", "field", "\"className\"");
        add(
                place,
                text(options, "methodFieldName", "caller_method_name"),
                "tailrace:caller",
                "field",
                "\"methodName\"");
        add(place, text(options, "fileFieldName", "caller_file_name"), "tailrace:caller", "field", "\"fileName\"");
        add(place, text(options, "lineFieldName", "caller_line_number"), "tailrace:caller", "field", "\"lineNumber\"");
        if (object != null) {
            template.member(object, place.end());
        }
    }

    private void stackTrace(Element provider, JsonTemplate template) {
        Map<String, Element> options = options(provider, "throwableConverter", "writeAsArray");
        Element converter = options.get("throwableConverter");
        List<String> values = new ArrayList<>();
        if (converter != null) {
            values.addAll(List.of(fields.throwableConverter(converter)));
        }
        if (flag(options, "writeAsArray", false)) {
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
        fields.document().onlyAttributes(provider, "class");
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
        Map<String, Element> options = options(
                provider,
                "includeStructuredArguments",
                "includeNonStructuredArguments",
                "nonStructuredArgumentsFieldPrefix");
        List<String> values = new ArrayList<>(List.of(
                "structured",
                Boolean.toString(flag(options, "includeStructuredArguments", true)),
                "others",
                Boolean.toString(flag(options, "includeNonStructuredArguments", false)),
                "prefix",
                JsonTemplate.quote(text(options, "nonStructuredArgumentsFieldPrefix", "arg"))));
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
        Map<String, Element> options =
                pattern ? options(provider, option, "omitEmptyFields") : options(provider, option);
        Element empty = options.get("omitEmptyFields");
        if (empty != null) {
            fields.unsupportedIfTrue(empty, "empty fields are written.");
        }
        Element json = options.get(option);
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
        Map<String, Element> options = options(provider, "providers");
        String name = name(options, null);
        Element inside = options.get("providers");
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
        Map<String, Element> options = options(provider, "useSimpleClassName");
        add(
                template,
                name(options, otherwise),
                "tailrace:throwableClass",
                "simple",
                Boolean.toString(flag(options, "useSimpleClassName", true)),
                "ofRoot",
                Boolean.toString(ofRoot));
    }
}
