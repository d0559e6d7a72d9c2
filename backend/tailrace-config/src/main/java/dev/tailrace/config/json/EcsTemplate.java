package dev.tailrace.config.json;

import dev.tailrace.config.model.JsonTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON template of Elastic's encoder for Logback and layout for Log4j 2, which write the same fields. Filled, then written. */
public final class EcsTemplate {
    /** The version of the Elastic Common Schema that the fields are of. */
    private static final String VERSION = "1.2.0";

    private static final String TIME = "{\"format\":\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\",\"timeZone\":\"UTC\"}";

    /** Elastic never writes these keys of the context, whether they are members of the line or not. */
    private static final String RESERVED =
            JsonTemplate.array(List.of("@timestamp", "event.dataset", "process.thread.name", "process.thread.id"));

    private final Map<String, String> service = new LinkedHashMap<>();
    private final Map<String, String> additional = new LinkedHashMap<>();
    private String message = JsonTemplate.value("message");
    private String contextResolver = "tailrace:mdc";
    private @Nullable String dataset;
    private boolean markers;
    private boolean origin;
    private String[] stackTrace = {"style", "\"java\""};
    private boolean stackTraceAsArray;

    /**
     * Sets a field of the service.
     *
     * @param field of {@code service}, such as {@code name}
     */
    public void service(String field, String value) {
        service.put("service." + field, value);
    }

    public void dataset(String value) {
        dataset = value;
    }

    public void additional(String key, String json) {
        additional.put(key, json);
    }

    public void message(String resolver) {
        message = resolver;
    }

    /** Adds key-value pairs as entries of the context, as Log4j's bridge for SLF4J puts them there. */
    public void withKeyValues() {
        contextResolver = "mdc";
    }

    public void includeMarkers(boolean include) {
        markers = include;
    }

    public void includeOrigin(boolean include) {
        origin = include;
    }

    public void stackTrace(String... options) {
        stackTrace = options;
    }

    public void stackTraceAsArray(boolean asArray) {
        stackTraceAsArray = asArray;
    }

    public String end() {
        JsonTemplate template = new JsonTemplate()
                .resolver("@timestamp", "timestamp", "pattern", TIME)
                .resolver("log.level", "level")
                .member("message", message)
                .text("ecs.version", VERSION);
        if (markers) {
            template.resolver("tags", "tailrace:markers", "first", "true");
        }
        service.forEach(template::text);
        String named = dataset == null ? service.get("service.name") : dataset;
        if (named != null && !named.isEmpty()) {
            template.text("event.dataset", named);
        }
        template.resolver("process.thread.name", "thread").resolver("log.logger", "logger");
        additional.forEach(template::member);
        if (contextResolver.equals("mdc")) {
            template.members("mdc", "flatten", "true", "excluded", RESERVED);
        } else {
            template.members(contextResolver, "excluded", RESERVED, "nulls", "true");
        }
        if (origin) {
            template.member("log", origin());
        }
        return template.resolver("error.type", "tailrace:throwableClass")
                .resolver("error.message", "tailrace:throwableMessage")
                .resolver("error.stack_trace", "tailrace:stackTrace", trace())
                .end();
    }

    private String[] trace() {
        if (!stackTraceAsArray) {
            return stackTrace;
        }
        String[] options = java.util.Arrays.copyOf(stackTrace, stackTrace.length + 2);
        options[stackTrace.length] = "lines";
        options[stackTrace.length + 1] = "true";
        return options;
    }

    private static String origin() {
        String file = new JsonTemplate()
                .resolver("name", "tailrace:caller", "field", "\"fileName\"")
                .resolver("line", "tailrace:caller", "field", "\"lineNumber\"")
                .end();
        String origin = new JsonTemplate()
                .member("file", file)
                .resolver("function", "tailrace:caller", "field", "\"methodName\"")
                .end();
        return new JsonTemplate().member("origin", origin).end();
    }
}
