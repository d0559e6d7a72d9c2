package dev.tailrace.config.logback.json;

import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.xml.Element;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of the fields that logstash-logback-encoder's LogstashEncoder writes, with what {@code <fieldNames>} changes. */
final class LogstashNames {
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("timestamp", "@timestamp"),
            Map.entry("version", "@version"),
            Map.entry("message", "message"),
            Map.entry("logger", "logger_name"),
            Map.entry("thread", "thread_name"),
            Map.entry("level", "level"),
            Map.entry("levelValue", "level_value"),
            Map.entry("callerClass", "caller_class_name"),
            Map.entry("callerMethod", "caller_method_name"),
            Map.entry("callerFile", "caller_file_name"),
            Map.entry("callerLine", "caller_line_number"),
            Map.entry("stackTrace", "stack_trace"),
            Map.entry("tags", "tags"));
    private static final Map<String, String> SHORTENED = Map.of(
            "logger", "logger",
            "thread", "thread",
            "levelValue", "levelVal",
            "caller", "caller",
            "callerClass", "class",
            "callerMethod", "method",
            "callerFile", "file",
            "callerLine", "line",
            "stackTrace", "stacktrace");
    /** Without a name of their own their members stand in the line itself. */
    private static final Set<String> OBJECTS = Set.of("caller", "mdc", "context", "arguments", "keyValuePair");
    /** The names of fields that are only written by what isn't supported. */
    private static final Set<String> OTHERS =
            Set.of("uuid", "rootStackTraceElement", "rootStackTraceElementMethod", "rootStackTraceElementClass");

    private final Map<String, String> names = new LinkedHashMap<>(DEFAULTS);

    /** The field's name; null: none, because it has none of its own or is left out. */
    @Nullable
    String name(String field) {
        String name = names.get(field);
        return name == null || name.equals(JsonFields.IGNORE) ? null : name;
    }

    /** Whether an object's members are not even to stand in the line itself. */
    boolean isIgnored(String field) {
        return JsonFields.IGNORE.equals(names.get(field));
    }

    void read(Element fieldNames, JsonFields fields) {
        ElementValues values = fields.values();
        values.onlyAttributes(fieldNames, "class");
        Part part = values.part(fieldNames, Part.LOGSTASH_NAMES);
        if (part == Part.SHORTENED_NAMES) {
            names.putAll(SHORTENED);
        } else if (part != Part.LOGSTASH_NAMES) {
            UnknownNames.reportClass(values, fieldNames, fields.appender(), "the usual names are used.");
        }
        fields.document().eachOption(fieldNames, option -> {
            String field = option.optionName();
            if (OTHERS.contains(field)) {
                return;
            }
            if (DEFAULTS.containsKey(field) || OBJECTS.contains(field)) {
                String name = fields.text(option);
                if (!name.isEmpty()) {
                    names.put(field, name);
                }
            } else {
                fields.unknown(option, fieldNames);
            }
        });
    }
}
