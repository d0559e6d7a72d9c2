package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.layout.event.JsonStringStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.log4j.Log4jCompiler;
import dev.tailrace.layout.log4j.Log4jLookups;
import dev.tailrace.layout.pattern.StepFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns a JSON template into steps, as few as possible. One compiler compiles one template. */
public final class JsonCompiler {
    /** Replaces a template that can't be parsed at all: the fields of logstash-logback-encoder. */
    public static final String FALLBACK = """
        {"@timestamp":{"$resolver":"tailrace:time"},"@version":"1","message":{"$resolver":"message"},
        "logger_name":{"$resolver":"logger","field":"name"},"thread_name":{"$resolver":"thread","field":"name"},
        "level":{"$resolver":"level","field":"name"},"level_value":{"$resolver":"tailrace:levelValue"},
        "stack_trace":{"$resolver":"tailrace:stackTrace"},"mdc":{"$resolver":"tailrace:mdc"},
        "kvp":{"$resolver":"tailrace:keyValues"},"tags":{"$resolver":"tailrace:markers"}}\
        """;

    /** How strings of a template are interpreted. */
    enum Strings {
        /** Literally, and so are {@code null} and empty objects. */
        PLAIN,
        /** As text with Log4j 2 lookups; {@code null}, empty objects and empty arrays are left out. */
        LOG4J,
        /** As Logback patterns. */
        LOGBACK
    }

    private final List<Problem> problems;
    private final Function<String, @Nullable String> properties;
    private final Map<String, String> context;
    private final long startMillis;
    private final JsonResolvers resolvers;
    private boolean locationEnabled;
    private boolean stackTraceEnabled = true;
    private boolean log4j;
    /** Whether the steps are for events without a message. */
    private final boolean mute;

    private boolean nullable;
    private JsonNames names = new JsonNames();

    public JsonCompiler(
            List<Problem> problems,
            Function<String, @Nullable String> properties,
            Map<String, String> context,
            long startMillis,
            boolean mute) {
        this.mute = mute;
        this.problems = problems;
        this.properties = properties;
        this.context = new TreeMap<>(context);
        this.startMillis = startMillis;
        this.resolvers = new JsonResolvers(this, problems);
    }

    /** Whether a message that is null has steps of its own. Known after {@link #compile}. */
    public boolean isNullable() {
        return nullable;
    }

    /** The value of a message that is null; null: it is written as a text. */
    @Nullable
    JsonValue noMessage(JsonOptions options) {
        String given = options.text("whenNull");
        nullable |= given != null;
        if (given == null || !mute) {
            return null;
        }
        return given.equals("null") ? Always.of(new LiteralStep("null")) : JsonValue.NEVER;
    }

    boolean isLog4j() {
        return log4j;
    }

    /** The names of the object that is being compiled. */
    JsonNames names() {
        return names;
    }

    /** Adds a member to the object that is being compiled. */
    void add(String name, @Nullable Object template, Strings strings, JsonBuilder builder) {
        JsonValue value = value(template, strings);
        names.add(name, value);
        builder.add(name, value);
    }

    Map<String, String> context() {
        return context;
    }

    long startMillis() {
        return startMillis;
    }

    @Nullable
    String property(String name) {
        return properties.apply(name);
    }

    /** Whether Log4j's {@code source} resolver writes the caller. */
    boolean isLocationEnabled() {
        return locationEnabled;
    }

    /** Whether Log4j's {@code exception} resolvers write stack traces. */
    boolean isStackTraceEnabled() {
        return stackTraceEnabled;
    }

    /** The steps of a line without its line end. */
    public Step[] compile(String template) {
        Map<String, Object> root = object(template, "the template");
        if (root == null || root.isEmpty()) {
            if (root != null) {
                problems.add(new Problem(Problem.Kind.SYNTAX, 0, "the template is empty"));
            }
            root = object(FALLBACK, "");
        }
        JsonOptions options = new JsonOptions(root == null ? Map.of() : root, problems);
        Map<String, Object> members = options.resolver().equals("tailrace:log4j") ? log4j(options) : root;
        JsonBuilder builder = JsonBuilder.object();
        if (members != null) {
            members.forEach((name, value) -> add(name, value, Strings.LOG4J, builder));
        }
        return builder.build().steps().toArray(new Step[0]);
    }

    /** A template with the additional settings of Log4j's layout. */
    private @Nullable Map<String, Object> log4j(JsonOptions options) {
        log4j = true;
        locationEnabled = options.flag("location");
        stackTraceEnabled = !"false".equals(options.text("stackTrace"));
        Map<String, Object> members = object(options.text("template", "{}"), "the event template");
        if (members == null || members.isEmpty()) {
            if (members != null) {
                problems.add(new Problem(Problem.Kind.SYNTAX, 0, "the event template is empty"));
            }
            members = object(FALLBACK, "");
        }
        Map<String, Object> all = members == null ? new LinkedHashMap<>() : members;
        if (options.value("fields") instanceof Map<?, ?> fields) {
            List<String> json = options.texts("json");
            fields.forEach((name, value) -> {
                String field = String.valueOf(name);
                Object read = json.contains(field) ? read(String.valueOf(value), "the field " + field) : value;
                if (read != null) {
                    all.put(field, read);
                }
            });
        }
        options.finish();
        return all;
    }

    /** The members of a JSON object; null, with a problem, if the text isn't one. */
    @SuppressWarnings("unchecked") // The reader's maps have string keys.
    @Nullable
    Map<String, Object> object(String text, String what) {
        Object read = read(text, what);
        if (read instanceof Map<?, ?> members) {
            return new LinkedHashMap<>((Map<String, Object>) members);
        }
        if (read != null) {
            problems.add(new Problem(Problem.Kind.SYNTAX, 0, what + " is no JSON object"));
        }
        return null;
    }

    private @Nullable Object read(String text, String what) {
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxProblem e) {
            problems.add(new Problem(Problem.Kind.SYNTAX, e.column(), what + " is no JSON: " + e.text()));
            return null;
        }
    }

    JsonValue value(@Nullable Object template, Strings strings) {
        boolean log4j = strings == Strings.LOG4J;
        if (template instanceof Map<?, ?> map) {
            return map.containsKey(JsonOptions.RESOLVER) && log4j
                    ? resolvers.value(new JsonOptions(map, problems))
                    : object(map, strings);
        }
        if (template instanceof List<?> list) {
            return log4j && list.isEmpty() ? JsonValue.NEVER : array(list, strings);
        }
        if (template instanceof String text) {
            return switch (strings) {
                case PLAIN -> constant(text);
                case LOG4J -> withLookups(text);
                case LOGBACK -> JsonLogbackPatterns.value(text, problems, startMillis, properties);
            };
        }
        String literal = String.valueOf(template);
        return log4j && literal.equals("null") ? JsonValue.NEVER : Always.of(new LiteralStep(literal));
    }

    private JsonValue object(Map<?, ?> members, Strings strings) {
        JsonBuilder builder = JsonBuilder.object();
        JsonNames around = names;
        names = new JsonNames();
        members.forEach((name, value) -> add(String.valueOf(name), value, strings, builder));
        names = around;
        return strings == Strings.LOG4J ? builder.buildUnlessEmpty() : builder.build();
    }

    private JsonValue array(List<?> elements, Strings strings) {
        JsonBuilder builder = JsonBuilder.array();
        for (Object element : elements) {
            // As in Log4j, an absent value keeps its place as {@code null}.
            builder.add("", orNull(value(element, strings)));
        }
        return builder.build();
    }

    private static JsonValue orNull(JsonValue value) {
        Step none = new LiteralStep("null");
        if (value instanceof JsonValue.Sometimes sometimes) {
            return Always.of(
                    new JsonOptionalStep(sometimes.presence(), sometimes.steps()),
                    new JsonOptionalStep(event -> !sometimes.presence().isFor(event), List.of(none)));
        }
        return value instanceof Always ? value : Always.of(none);
    }

    static Always constant(String text) {
        return Always.of(new LiteralStep(JsonText.quoted(text)));
    }

    private JsonValue withLookups(String text) {
        return text.contains("${") ? string(new Log4jLookups(problems, properties).steps(text)) : constant(text);
    }

    /** A JSON string of the steps' output. */
    static Always string(List<Step> steps) {
        Step text = StepFolder.precomputed(new JsonStringStep(steps), steps);
        LiteralStep quote = new LiteralStep("\"");
        return new Always(List.of(quote, text, quote));
    }

    static Always string(Step step) {
        return string(List.of(step));
    }

    /** The steps of a Log4j pattern. */
    List<Step> log4jPattern(String pattern) {
        return new ArrayList<>(
                List.of(Log4jCompiler.compile(pattern, problems, startMillis, properties, ControlCharacters.KEPT)));
    }
}
