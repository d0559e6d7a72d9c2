package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.JavaThrowableStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.json.JsonMembersStep.Selection;
import dev.tailrace.layout.json.JsonMembersStep.Source;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.json.JsonValue.Members;
import dev.tailrace.layout.json.JsonValue.Sometimes;
import dev.tailrace.layout.pattern.ShortenedThrowableStep;
import dev.tailrace.layout.pattern.ThrowableStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The resolvers of JSON templates that Log4j 2 doesn't have: they write the fields of Logback's JSON encoders. */
final class JsonOwnResolvers {
    /** The prefix of the resolvers' names. */
    static final String PREFIX = "tailrace:";

    private final JsonCompiler compiler;
    private final List<Problem> problems;

    JsonOwnResolvers(JsonCompiler compiler, List<Problem> problems) {
        this.compiler = compiler;
        this.problems = problems;
    }

    /** The value for a resolver; null if the name is unknown. */
    @Nullable
    JsonValue find(JsonOptions options) {
        return switch (options.resolver().substring(PREFIX.length())) {
            case "time" -> JsonTimes.logstash(options);
            case "levelValue" -> Always.of(new LevelStep(LevelStep.texts("5000", "10000", "20000", "30000", "40000")));
            case "rawMessage" -> {
                JsonValue none = compiler.noMessage(options);
                yield none != null
                        ? none
                        : JsonCompiler.string(
                                (event, out) -> out.append(String.valueOf(event.message()), ControlCharacters.KEPT));
            }
            case "caller" -> JsonResolvers.caller(options);
            case "stackTrace" -> stackTrace(options);
            case "throwableClass" -> {
                boolean simple = options.flag("simple");
                yield Sometimes.of(JsonThrowables::isThrown, JsonThrowables.className(options.flag("ofRoot"), simple));
            }
            case "throwableMessage" -> {
                boolean ofRoot = options.flag("ofRoot");
                yield Sometimes.of(event -> JsonThrowables.hasMessage(event, ofRoot), JsonThrowables.message(ofRoot));
            }
            case "throwableText" -> Sometimes.of(JsonThrowables::isThrown, JsonThrowables.HEADLINE);
            case "markers" ->
                Sometimes.of(JsonMarkers::isAny, options.flag("first") ? JsonMarkers.FIRST_NAMES : JsonMarkers.NAMES);
            case "tags" -> Sometimes.of(JsonMarkers::isTagged, JsonMarkers.TAGS);
            case "markerFields" -> Members.of(JsonMarkers::isAny, JsonMarkers.fields(compiler.names()));
            case "markerTexts" -> Sometimes.of(JsonMarkers::isAny, JsonMarkers.TEXTS);
            case "mdc" -> members(Source.CONTEXT, options);
            case "keyValues" -> members(Source.KEY_VALUES, options);
            case "context" -> context(options);
            case "members" -> constants(options);
            case "arguments" -> arguments(options);
            case "argumentTexts" -> Sometimes.of(event -> event.messageArgumentCount() > 0, JsonArguments.TEXTS);
            case "mdcObject" -> Always.of(JsonArguments.CONTEXT);
            case "contextMap" -> {
                Source source = Source.CONTEXT_WITH_KEY_VALUES;
                JsonBuilder builder = JsonBuilder.object();
                builder.add("", Members.of(source, new JsonMembersStep(source, Selection.ALL, new JsonNames())));
                yield builder.build();
            }
            case "keyValueList" -> Sometimes.of(Source.KEY_VALUES, JsonArguments.KEY_VALUES);
            case "throwable" -> Always.of(JsonThrowables.LOGBACK);
            case "thrown" ->
                Sometimes.of(JsonThrowables::isThrown, JsonThrowables.log4j(options.text("stackTrace", "frames")));
            case "markerObject" -> Sometimes.of(JsonMarkers::isAny, JsonMarkers.FIRST_OBJECT);
            case "nanos" ->
                Always.of((IndependentStep)
                        (event, out) -> out.append(Math.floorMod(event.preciseNanos(), 1_000_000_000L)));
            case "seconds" ->
                Always.of((IndependentStep) (event, out) -> out.append(Math.floorDiv(event.epochMillis(), 1_000L))
                        .append('.')
                        .appendDigits(Math.floorMod(event.epochMillis(), 1_000L), 3));
            case "start" -> Always.of(new LiteralStep(Long.toString(compiler.startMillis())));
            case "contextName" -> {
                String known = compiler.property("CONTEXT_NAME");
                yield JsonCompiler.constant(known == null ? "default" : known);
            }
            case "pattern" ->
                JsonLogbackPatterns.value(
                        options.text("pattern", "%msg"), problems, compiler.startMillis(), compiler::property);
            case "layout" ->
                JsonLogbackPatterns.layout(
                        options.text("pattern", "%msg"), problems, compiler.startMillis(), compiler::property);
            default -> StructuredResolvers.find(options.resolver().substring(PREFIX.length()), options, compiler);
        };
    }

    /** The step that writes a stack trace with these options. */
    static Step trace(JsonOptions options) {
        return switch (options.text("style", "logback")) {
            case "java" -> new JavaThrowableStep();
            case "shortened" -> shortened(options);
            case "printed" -> StructuredResolvers.printed(options);
            default -> new ThrowableStep(Integer.MAX_VALUE, List.of(), options.flag("rootFirst"));
        };
    }

    private static JsonValue stackTrace(JsonOptions options) {
        Step trace = trace(options);
        Step step = options.flag("lines") ? JsonThrowables.lines(trace) : JsonThrowables.text(trace, false);
        return Sometimes.of(JsonThrowables::isThrown, step);
    }

    private static Step shortened(JsonOptions options) {
        return new ShortenedThrowableStep(new ShortenedThrowableStep.Shortening(
                options.number("depth", -1),
                options.number("length", -1),
                options.number("classNameLength", -1),
                patterns(options.texts("excluded")),
                patterns(options.texts("last")),
                options.flag("rootFirst"),
                !"false".equals(options.text("commonOmitted")),
                options.flag("hashed"),
                options.text("newLine", System.lineSeparator())));
    }

    private static List<Pattern> patterns(List<String> texts) {
        return texts.stream().map(Pattern::compile).toList();
    }

    private JsonValue members(Source source, JsonOptions options) {
        Map<String, String> names = new LinkedHashMap<>();
        if (options.value("names") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> names.put(String.valueOf(key), String.valueOf(value)));
        }
        Selection selection = new Selection(
                options.texts("included"),
                options.texts("excluded"),
                names,
                options.text("prefix", ""),
                null,
                options.text("name"),
                options.flag("nulls"));
        boolean flat = selection.name() == null;
        if (flat && source == Source.KEY_VALUES && selection.equals(Selection.ALL)) {
            compiler.names().addPairs();
        }
        return Members.of(source, new JsonMembersStep(source, selection, flat ? compiler.names() : new JsonNames()));
    }

    private JsonValue context(JsonOptions options) {
        boolean object = options.flag("object");
        boolean always = options.flag("always");
        if (compiler.context().isEmpty() && !always) {
            return JsonValue.NEVER;
        }
        JsonBuilder builder = object ? JsonBuilder.object() : JsonBuilder.members();
        compiler.context().forEach((key, value) -> {
            // Logback's own encoder writes what patterns see: not the name of the host.
            if (!always || compiler.property(key) != null) {
                JsonValue constant = JsonCompiler.constant(value);
                builder.add(key, constant);
                if (!object) {
                    compiler.names().add(key, constant);
                }
            }
        });
        Always all = builder.build();
        return object ? all : new Members(event -> true, all.steps());
    }

    private JsonValue constants(JsonOptions options) {
        Map<String, Object> members = compiler.object(options.text("json", "{}"), options.text("what", "it"));
        boolean patterns = options.flag("patterns");
        if (members == null || members.isEmpty()) {
            return JsonValue.NEVER;
        }
        JsonBuilder builder = JsonBuilder.members();
        members.forEach((name, value) -> compiler.add(
                name, value, patterns ? JsonCompiler.Strings.LOGBACK : JsonCompiler.Strings.PLAIN, builder));
        return new Members(event -> true, builder.build().steps());
    }

    private JsonValue arguments(JsonOptions options) {
        String prefix = options.text("prefix", "arg");
        String name = options.text("name");
        return Members.of(
                event -> event.messageArgumentCount() > 0,
                JsonArguments.members(
                        !"false".equals(options.text("structured")),
                        options.flag("others"),
                        prefix,
                        name,
                        name == null ? compiler.names() : new JsonNames()));
    }
}
