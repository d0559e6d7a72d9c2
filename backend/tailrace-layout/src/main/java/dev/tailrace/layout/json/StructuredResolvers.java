package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Markers;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.json.JsonValue.Members;
import dev.tailrace.layout.json.JsonValue.Sometimes;
import dev.tailrace.layout.pattern.PrintedThrowableStep;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The resolvers of JSON templates that only Spring Boot's structured formats need. */
final class StructuredResolvers {
    /** The deepest level of references between markers that is written. */
    private static final int DEEPEST = 20;

    private static final Step MESSAGE = MessageText.once(ControlCharacters.KEPT);

    private StructuredResolvers() {}

    /** The value for a resolver; null if the name is unknown. */
    static @Nullable JsonValue find(String name, JsonOptions options, JsonCompiler compiler) {
        return switch (name) {
            case "plain" -> compiler.value(options.value("value"), JsonCompiler.Strings.PLAIN);
            case "pairs" -> pairs(options);
            case "markerSet" -> Sometimes.of(JsonMarkers::isAny, tags(options.flag("sorted")));
            case "throwableMessageOrNull" -> Sometimes.of(JsonThrowables::isThrown, JsonThrowables.message(false));
            case "shortMessage" -> quoted(StructuredResolvers::shortMessage);
            case "fullMessage" -> fullMessage(options);
            case "log4jLevel" -> Always.of(new LevelStep(LevelStep.texts("600", "500", "400", "300", "200")));
            default -> null;
        };
    }

    private static JsonValue pairs(JsonOptions options) {
        Map<String, String> renamed = new LinkedHashMap<>();
        if (options.value("rename") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> renamed.put(String.valueOf(key), String.valueOf(value)));
        }
        JsonPairNames names = new JsonPairNames(
                JsonPairNames.style(options.text("style", "flat")),
                options.text("prefix", ""),
                Set.copyOf(options.texts("include")),
                Set.copyOf(options.texts("exclude")),
                Map.copyOf(renamed),
                Set.copyOf(options.texts("reserved")),
                Set.copyOf(options.texts("thrown")),
                Set.copyOf(options.texts("marked")));
        return Members.of(
                JsonMembersStep.Source.CONTEXT_WITH_KEY_VALUES, new JsonPairsStep(names, options.flag("texts")));
    }

    private static JsonValue quoted(Step step) {
        LiteralStep quote = new LiteralStep("\"");
        return Always.of(quote, step, quote);
    }

    /** Graylog refuses a message without text. */
    private static void shortMessage(Event event, TextBuffer out) {
        int start = out.beginJson();
        MESSAGE.write(event, out);
        if (isBlank(out, start) && out.cutBytes() == 0) {
            out.truncate(start);
            out.append("(blank)");
        }
        out.endJson(start);
    }

    private static boolean isBlank(TextBuffer out, int start) {
        byte[] bytes = out.array();
        for (int i = start; i < out.length(); i++) {
            if (bytes[i] < 0 || bytes[i] > ' ') {
                return false;
            }
        }
        return true;
    }

    /** The message, an empty line and the stack trace. */
    private static JsonValue fullMessage(JsonOptions options) {
        Step trace = JsonOwnResolvers.trace(options);
        LiteralStep quote = new LiteralStep("\"");
        Step text = (event, out) -> {
            int start = out.beginJson();
            MESSAGE.write(event, out);
            out.append('\n').append('\n');
            trace.write(event, out);
            out.endJson(start);
        };
        return Sometimes.of(JsonThrowables::isThrown, quote, text, quote);
    }

    /** The stack trace as Spring Boot's own printer writes it. */
    static Step printed(JsonOptions options) {
        return new PrintedThrowableStep(
                options.flag("rootFirst"),
                options.number("maxLength", Integer.MAX_VALUE),
                options.number("maxDepth", Integer.MAX_VALUE),
                options.flag("commonFrames"),
                options.flag("hashes"));
    }

    /** The names of all markers and of the markers that they refer to, without duplicates. */
    private static IndependentStep tags(boolean sorted) {
        return (event, out) -> {
            out.append('[');
            Collection<String> names = null;
            Markers markers = event.markers();
            if (markers.count() > 1 || JsonMarkers.refers(event)) {
                names = sorted ? new TreeSet<>() : new LinkedHashSet<>();
                for (int i = 0; i < markers.count(); i++) {
                    add(markers, markers.get(i), names, 0);
                }
                for (String name : names) {
                    JsonText.string(name, out);
                    out.append(',');
                }
            } else {
                JsonText.string(markers.name(markers.get(0)), out);
            }
            JsonText.close(out, ']');
        };
    }

    private static void add(Markers markers, Object marker, Collection<String> names, int depth) {
        names.add(markers.name(marker));
        Iterator<?> all = markers.references(marker);
        for (Object each = JsonMarkers.next(all); each != null && depth < DEEPEST; each = JsonMarkers.next(all)) {
            add(markers, each, names, depth + 1);
        }
    }
}
