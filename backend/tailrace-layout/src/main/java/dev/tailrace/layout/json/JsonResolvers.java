package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.layout.event.Abbreviation;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.JavaThrowableStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.LoggerStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.ThreadStep;
import dev.tailrace.layout.json.JsonMembersStep.Selection;
import dev.tailrace.layout.json.JsonMembersStep.Source;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.json.JsonValue.Members;
import dev.tailrace.layout.json.JsonValue.Presence;
import dev.tailrace.layout.json.JsonValue.Sometimes;
import dev.tailrace.layout.log4j.Log4jContextStep;
import dev.tailrace.layout.pattern.CallerStep;
import dev.tailrace.layout.pattern.CaseStep;
import dev.tailrace.layout.pattern.StepFolder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** The resolvers of JSON templates in Log4j 2; further ones are in {@link JsonOwnResolvers}. */
final class JsonResolvers {
    private final JsonCompiler compiler;
    private final List<Problem> problems;

    JsonResolvers(JsonCompiler compiler, List<Problem> problems) {
        this.compiler = compiler;
        this.problems = problems;
    }

    JsonValue value(JsonOptions options) {
        JsonValue value = find(options);
        if (value == null) {
            problems.add(new Problem(
                    Problem.Kind.UNKNOWN_WORD,
                    0,
                    "the resolver \"" + options.resolver() + "\" is not known; its field is left out"));
            return JsonValue.NEVER;
        }
        options.finish();
        return value;
    }

    private @Nullable JsonValue find(JsonOptions options) {
        return options.resolver().startsWith(JsonOwnResolvers.PREFIX)
                ? new JsonOwnResolvers(compiler, problems).find(options)
                : log4j(options);
    }

    private @Nullable JsonValue log4j(JsonOptions options) {
        return switch (options.resolver()) {
            case "timestamp" -> JsonTimes.log4j(options);
            case "level" -> level(options);
            case "message" -> {
                options.value("stringified");
                String key = options.text("fallbackKey");
                JsonValue none = compiler.noMessage(options);
                yield none == null ? message(key) : none;
            }
            case "thread" -> thread(options);
            case "logger" -> logger(options);
            case "exception" -> exception(options, false);
            case "exceptionRootCause" -> exception(options, true);
            case "mdc" -> mdc(options);
            case "marker" -> marker(options);
            case "source" -> compiler.isLocationEnabled() ? caller(options) : nothing(options, "field");
            case "pattern" -> pattern(options);
            case "counter" -> counter(options);
            case "messageParameter" -> parameter(options);
            case "caseConverter" -> caseConverter(options);
            case "endOfBatch" -> Always.of(new LiteralStep("false"));
            case "ndc" -> nothing(options, "pattern");
            case "map" -> nothing(options, "key", "stringified", "flatten", "pattern", "replacement");
            default -> null;
        };
    }

    /** A value that SLF4J's events never have. */
    private static JsonValue nothing(JsonOptions options, String... known) {
        for (String name : known) {
            options.value(name);
        }
        return JsonValue.NEVER;
    }

    /** The message; with a key as the only member of an object. */
    private static Always message(@Nullable String key) {
        String opening = key == null ? "" : "{" + new String(JsonText.quoted(key), StandardCharsets.UTF_8) + ":";
        return Always.of(
                new LiteralStep(opening + "\""), new JsonMessageStep(), new LiteralStep(key == null ? "\"" : "\"}"));
    }

    private static JsonValue level(JsonOptions options) {
        if (!"severity".equals(options.text("field", "name"))) {
            return JsonCompiler.string(LevelStep.NAMES);
        }
        JsonOptions severity = options.object("severity");
        boolean keyword = severity != null && "keyword".equals(severity.text("field"));
        return keyword
                ? JsonCompiler.string(new LevelStep(LevelStep.texts("DEBUG", "DEBUG", "INFO", "WARNING", "ERROR")))
                : Always.of(new LevelStep(LevelStep.texts("7", "7", "6", "4", "3")));
    }

    private JsonValue thread(JsonOptions options) {
        return switch (options.text("field", "name")) {
            case "id" ->
                Always.of((IndependentStep)
                        (event, out) -> out.append(Thread.currentThread().getId()));
            case "priority" ->
                Always.of((IndependentStep)
                        (event, out) -> out.append(Thread.currentThread().getPriority()));
            default -> JsonCompiler.string(new ThreadStep(ControlCharacters.KEPT, !compiler.isLog4j()));
        };
    }

    private static JsonValue logger(JsonOptions options) {
        if ("fqcn".equals(options.text("field", "name"))) {
            return JsonCompiler.string(
                    (IndependentStep) (event, out) -> out.append(event.callerBoundary(), ControlCharacters.KEPT));
        }
        int length = options.number("length", -1);
        return JsonCompiler.string(
                new LoggerStep(name -> Abbreviation.abbreviate(name, length), ControlCharacters.KEPT));
    }

    private JsonValue exception(JsonOptions options, boolean ofRoot) {
        String field = options.text("field", "stackTrace");
        JsonOptions trace = options.object("stackTrace");
        boolean text = options.flag("stringified");
        if (trace != null) {
            Object stringified = trace.value("stringified");
            text = stringified instanceof Map || trace.flag("stringified");
            if (stringified instanceof Map) {
                options.bad("truncation of the stack trace is not supported; the whole is written");
            }
            trace.refuse("elementTemplate", "class, method, file and line are written");
            trace.finish();
        }
        if (!compiler.isStackTraceEnabled()) {
            return JsonValue.NEVER;
        }
        Step step = switch (field) {
            case "className" -> JsonThrowables.canonicalName(ofRoot);
            case "message" -> JsonThrowables.message(ofRoot);
            default -> text ? JsonThrowables.text(new JavaThrowableStep(), ofRoot) : JsonThrowables.frames(ofRoot);
        };
        return Sometimes.of(JsonThrowables::isThrown, step);
    }

    private JsonValue mdc(JsonOptions options) {
        String key = options.text("key");
        options.value("stringified");
        if (key != null) {
            Presence presence = event -> event.pair(key) >= 0 || event.contextValue(key) != null;
            return new Sometimes(
                    presence,
                    JsonCompiler.string(new Log4jContextStep.One(key, "")).steps());
        }
        JsonOptions flatten = options.object("flatten");
        boolean flat = flatten != null || options.flag("flatten");
        options.refuse("replacement", "keys that the pattern matches keep their names");
        Selection selection = new Selection(
                List.of(),
                options.texts("excluded"),
                Map.of(),
                flatten == null ? "" : flatten.text("prefix", ""),
                regularExpression(options.text("pattern"), options),
                null,
                false);
        Members members = Members.of(
                Source.CONTEXT_WITH_KEY_VALUES,
                new JsonMembersStep(
                        Source.CONTEXT_WITH_KEY_VALUES, selection, flat ? compiler.names() : new JsonNames()));
        return flat ? members : object(members);
    }

    private static JsonValue object(Members members) {
        JsonBuilder builder = JsonBuilder.object();
        builder.add("", members);
        return builder.buildUnlessEmpty();
    }

    private static @Nullable Pattern regularExpression(@Nullable String text, JsonOptions options) {
        try {
            return text == null ? null : Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            options.bad("\"" + text + "\" is no regular expression (" + e.getDescription() + "); all keys are written");
            return null;
        }
    }

    private static JsonValue marker(JsonOptions options) {
        return "parents".equals(options.text("field", "name"))
                ? Sometimes.of(JsonMarkers::refers, JsonMarkers.FIRST_REFERENCES)
                : Sometimes.of(JsonMarkers::isAny, JsonMarkers.FIRST_NAME);
    }

    /** The caller's place; absent for unknown callers. */
    static JsonValue caller(JsonOptions options) {
        Presence known = event -> event.caller() != null;
        return switch (options.text("field", "className")) {
            case "methodName" ->
                new Sometimes(known, JsonCompiler.string(CallerStep.METHOD).steps());
            case "fileName" ->
                new Sometimes(
                        event -> {
                            StackTraceElement caller = event.caller();
                            return caller != null && caller.getFileName() != null;
                        },
                        JsonCompiler.string(CallerStep.FILE).steps());
            case "lineNumber" -> Sometimes.of(known, CallerStep.LINE);
            default ->
                new Sometimes(
                        known,
                        JsonCompiler.string(new CallerStep.ClassName(UnaryOperator.identity()))
                                .steps());
        };
    }

    private JsonValue pattern(JsonOptions options) {
        String pattern = options.text("pattern", "%m");
        String enabled = options.text("stackTraceEnabled");
        boolean withTrace = enabled == null ? compiler.isStackTraceEnabled() : enabled.equals("true");
        return JsonCompiler.string(compiler.log4jPattern(withTrace ? pattern : pattern + "%ex{none}"));
    }

    private static JsonValue counter(JsonOptions options) {
        AtomicLong next = new AtomicLong(options.number("start", 0));
        options.value("overflowing");
        Step step = (IndependentStep) (event, out) -> out.append(next.getAndIncrement());
        return options.flag("stringified") ? JsonCompiler.string(step) : Always.of(step);
    }

    private static JsonValue parameter(JsonOptions options) {
        boolean text = options.flag("stringified");
        int index = options.number("index", -1);
        if (index < 0) {
            return Always.of(JsonArguments.all(text));
        }
        return Always.of(JsonArguments.one(index, text));
    }

    /** Converts only values that depend on nothing but the level: any other output would have to be parsed again. */
    private JsonValue caseConverter(JsonOptions options) {
        boolean upper = "upper".equals(options.text("case"));
        options.value("locale");
        JsonValue input = compiler.value(options.value("input"), JsonCompiler.Strings.LOG4J);
        if (input instanceof Always always && always.steps().stream().allMatch(JsonResolvers::isConstant)) {
            return new Always(List.of(StepFolder.precomputed(new CaseStep(always.steps(), upper), always.steps())));
        }
        options.bad("only the level can be converted; the input is written as it is");
        return input;
    }

    private static boolean isConstant(Step step) {
        return step instanceof LiteralStep || step instanceof LevelStep;
    }
}
