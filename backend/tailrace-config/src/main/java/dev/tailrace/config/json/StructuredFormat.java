package dev.tailrace.config.json;

import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON templates of Spring Boot's structured formats, in the shape that versions 3.5 to 4.1 write. What paths are included, excluded
 * or renamed is decided here for all members but those of the diagnostic context, whose names are known only when something is logged.
 */
public final class StructuredFormat {
    private static final String ECS_VERSION = "8.11";

    private final StructuredSettings settings;
    private final boolean ofLog4j;
    private final List<String> trace;

    private StructuredFormat(StructuredSettings settings, boolean ofLog4j) {
        this.settings = settings;
        this.ofLog4j = ofLog4j;
        this.trace = trace(settings.json().stackTrace(), ofLog4j);
    }

    private static boolean isKnown(String name) {
        return List.of("ecs", "gelf", "logstash").contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether its template writes all of a format, and no class of the application's is needed. */
    public static boolean isWhole(String name, StructuredSettings settings) {
        StructuredSettings.StackTrace trace = settings.json().stackTrace();
        String printer = trace == null ? "" : trace.printer().replace("-", "").toLowerCase(Locale.ROOT);
        return isKnown(name)
                && !settings.json().customized()
                && List.of("", "standard", "loggingsystem").contains(printer);
    }

    /** Adds a finding about a format that is none of Spring Boot's. */
    public static void report(String name, int line, String appender, Findings findings) {
        if (!isKnown(name)) {
            findings.add(
                    FindingCode.JSON_FORMAT_OTHER,
                    line,
                    appender,
                    name.isEmpty()
                            ? "The structured format is empty; logstash is written."
                            : "The structured format " + FindingText.quote(name)
                                    + " is none of ecs, gelf and logstash; logstash is written.",
                    "Use ecs, gelf or logstash, or tailrace-spring-boot, which asks Spring and the application's classes.");
        }
    }

    /**
     * The template of a format.
     *
     * @param name {@code ecs}, {@code gelf} or {@code logstash}, in any case
     * @param ofLog4j whether it is written as Spring Boot does it with Log4j 2, where that differs
     */
    public static String template(String name, StructuredSettings settings, boolean ofLog4j) {
        StructuredFormat format = new StructuredFormat(settings, ofLog4j);
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ecs" -> format.ecs();
            case "gelf" -> format.gelf();
            default -> format.logstash();
        };
    }

    /** The options of what writes stack traces. */
    private static List<String> trace(StructuredSettings.@Nullable StackTrace given, boolean ofLog4j) {
        if (given == null || given.printer().replace("-", "").equalsIgnoreCase("loggingsystem")) {
            return List.of("style", JsonTemplate.quote(ofLog4j ? "java" : "logback"));
        }
        List<String> options = new ArrayList<>(List.of("style", "\"printed\""));
        add(options, "rootFirst", given.rootFirst());
        add(options, "commonFrames", given.includeCommonFrames());
        add(options, "hashes", given.includeHashes());
        if (given.maxLength() < Integer.MAX_VALUE) {
            options.addAll(List.of("maxLength", Integer.toString(given.maxLength())));
        }
        if (given.maxThrowableDepth() < Integer.MAX_VALUE) {
            options.addAll(List.of("maxDepth", Integer.toString(given.maxThrowableDepth())));
        }
        return options;
    }

    private static void add(List<String> options, String name, boolean value) {
        if (value) {
            options.addAll(List.of(name, "true"));
        }
    }

    /** An object while its members are chosen. */
    private final class Members {
        private final String path;
        private final JsonTemplate template = new JsonTemplate();
        private final List<String> names = new ArrayList<>();

        Members(String path) {
            this.path = path;
        }

        Members add(String name, String json) {
            String way = path + name;
            StructuredSettings.Json chosen = settings.json();
            boolean included = chosen.include().isEmpty() || chosen.include().contains(way);
            if (included && !chosen.exclude().contains(way)) {
                String own = chosen.rename().getOrDefault(way, name);
                // In Spring Boot a name that is there already is an error for each event.
                String unique = names.contains(own) ? own + "_" : own;
                names.add(unique);
                template.member(unique, json);
            }
            return this;
        }

        Members resolved(String name, String resolver, String... options) {
            return add(name, JsonTemplate.value(resolver, options));
        }

        /** A constant; null or empty: it isn't written. */
        Members constant(String name, @Nullable String value) {
            return value == null || value.isEmpty() ? this : add(name, plain(JsonTemplate.quote(value)));
        }

        Members inside(String name, Members members) {
            return add(name, members.template.isEmpty() ? plain("{}") : members.template.end());
        }

        /** The context and the key-value pairs, in their place. */
        Members pairs(String style, List<String> reserved, List<String> thrown, List<String> marked) {
            StructuredSettings.Json chosen = settings.json();
            if (chosen.context().include()) {
                template.members(
                        "tailrace:pairs",
                        "style",
                        JsonTemplate.quote(style),
                        "prefix",
                        JsonTemplate.quote(chosen.context().prefix()),
                        "include",
                        JsonTemplate.array(chosen.include()),
                        "exclude",
                        JsonTemplate.array(chosen.exclude()),
                        "rename",
                        JsonTemplate.object(chosen.rename()),
                        "reserved",
                        JsonTemplate.array(reserved),
                        "thrown",
                        JsonTemplate.array(thrown),
                        "marked",
                        JsonTemplate.array(marked),
                        "texts",
                        Boolean.toString(ofLog4j));
            }
            return this;
        }
    }

    private static String plain(String json) {
        return JsonTemplate.value("tailrace:plain", "value", json);
    }

    private String[] traceOptions() {
        return trace.toArray(new String[0]);
    }

    private String ecs() {
        StructuredSettings.EcsService given = settings.ecs();
        Members log = new Members("log.").resolved("level", "level").resolved("logger", "logger");
        Members thread = new Members("process.thread.").resolved("name", "thread");
        Members process = new Members("process.");
        pid(process, "pid").inside("thread", thread);
        Members service = new Members("service.")
                .constant("name", given.name())
                .constant("version", given.version())
                .constant("environment", given.environment())
                .inside("node", new Members("service.node.").constant("name", given.nodeName()));
        Members error = new Members("error.")
                .resolved("type", "tailrace:throwableClass")
                .resolved("message", "tailrace:throwableMessageOrNull")
                .resolved("stack_trace", "tailrace:stackTrace", traceOptions());
        Members root = new Members("")
                .resolved("@timestamp", "tailrace:time", "pattern", "\"[ISO_INSTANT]\"")
                .inside("log", log)
                .inside("process", process)
                .inside("service", service)
                .resolved("message", "message", "whenNull", "\"null\"")
                .pairs(
                        "nested",
                        List.of("@timestamp", "log", "process", "service", "message", "ecs"),
                        List.of("error"),
                        List.of("tags"));
        if (!error.template.isEmpty()) {
            root.inside("error", error);
        }
        root.resolved("tags", "tailrace:markerSet", "sorted", "true")
                .inside("ecs", new Members("ecs.").constant("version", ECS_VERSION));
        nested(settings.json().add()).forEach((name, value) -> root.add(name, plain(json(name, value))));
        return root.template.end();
    }

    private Members pid(Members members, String name) {
        Long pid = settings.pid();
        return pid == null ? members : members.add(name, Long.toString(pid));
    }

    private String gelf() {
        StructuredSettings.Gelf given = settings.gelf();
        Members root = new Members("")
                .constant("version", "1.1")
                .resolved("short_message", "tailrace:shortMessage")
                .resolved("timestamp", "tailrace:seconds")
                .resolved("level", "level", "field", "\"severity\"", "severity", "{\"field\":\"code\"}")
                .resolved("_level_name", "level");
        pid(root, "_process_pid")
                .resolved("_process_thread_name", "thread")
                .constant("host", given.host())
                .constant("_service_version", given.serviceVersion())
                .resolved("_log_logger", "logger")
                .pairs(
                        "gelf",
                        List.of(
                                "_level_name",
                                "_process_pid",
                                "_process_thread_name",
                                "_service_version",
                                "_log_logger"),
                        List.of("_error_type", "_error_stack_trace", "_error_message"),
                        List.of())
                .resolved("full_message", "tailrace:fullMessage", traceOptions())
                .resolved("_error_type", "tailrace:throwableClass")
                .resolved("_error_stack_trace", "tailrace:stackTrace", traceOptions())
                .resolved("_error_message", "tailrace:throwableMessageOrNull");
        settings.json().add().forEach((name, value) -> root.add(name, plain(JsonTemplate.quote(value))));
        return root.template.end();
    }

    private String logstash() {
        Members root = new Members("")
                .resolved("@timestamp", "tailrace:time")
                .constant("@version", "1")
                .resolved("message", "message", "whenNull", "\"null\"")
                .resolved("logger_name", "logger")
                .resolved("thread_name", "thread")
                .resolved("level", "level")
                .resolved("level_value", ofLog4j ? "tailrace:log4jLevel" : "tailrace:levelValue")
                .pairs(
                        "flat",
                        List.of(
                                "@timestamp",
                                "@version",
                                "message",
                                "logger_name",
                                "thread_name",
                                "level",
                                "level_value"),
                        List.of("stack_trace"),
                        List.of("tags"))
                .resolved("tags", "tailrace:markerSet", "sorted", Boolean.toString(ofLog4j))
                .resolved("stack_trace", "tailrace:stackTrace", traceOptions());
        settings.json().add().forEach((name, value) -> root.add(name, plain(JsonTemplate.quote(value))));
        return root.template.end();
    }

    /** Names with dots become objects within each other. */
    private static Map<String, Object> nested(Map<String, String> added) {
        Map<String, Object> all = new LinkedHashMap<>();
        added.forEach((name, value) -> put(name, value, all));
        return all;
    }

    @SuppressWarnings("unchecked") // All maps in there are of this kind.
    private static void put(String name, String value, Map<String, Object> into) {
        int dot = name.indexOf('.');
        Object inside = dot < 0 ? null : into.computeIfAbsent(name.substring(0, dot), key -> new LinkedHashMap<>());
        if (inside instanceof Map<?, ?> map) {
            put(name.substring(dot + 1), value, (Map<String, Object>) map);
        } else {
            into.put(name, value);
        }
    }

    /** The JSON of an added member; parts of it may be left out or renamed. */
    private String json(String path, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return JsonTemplate.quote(String.valueOf(value));
        }
        Members members = new Members(path + ".");
        map.forEach((name, inner) -> members.add(String.valueOf(name), json(path + "." + name, inner)));
        return members.template.end();
    }
}
