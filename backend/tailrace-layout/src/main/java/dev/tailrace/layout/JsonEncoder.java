package dev.tailrace.layout;

import dev.tailrace.bytes.JsonCut;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.JsonStringStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.PatternPrefix;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.json.JsonCompiler;
import dev.tailrace.layout.json.JsonMessageStep;
import dev.tailrace.layout.json.JsonOptionalStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes each event as one line of JSON, from a template that was compiled once into a flat list of steps that write bytes. Thread-safe.
 *
 * <p>A template is a JSON object in the language of Log4j 2's JsonTemplateLayout, with further resolvers whose names begin with {@code
 * tailrace:}; these write the fields of Logback's JSON encoders. Each line is valid JSON: strings are escaped completely, and a line that
 * is too long is truncated inside a string and closed, with a member that has the number of missing bytes.
 */
public final class JsonEncoder implements Encoder {
    /** The start time for {@code %r}. */
    private static final long START_MILLIS = WallClock.millis();

    private static final byte[] LINE_END = "\n".getBytes(StandardCharsets.US_ASCII);

    private final @Nullable PatternPrefix head;
    /** All steps after {@link #head}. */
    private final Step[] steps;

    /** Whether a step other than {@link JsonMessageStep}, which gets both passed, reads the event's message or arguments. */
    private final boolean stores;

    /** Encodes events without a message; null: this one does. */
    private final @Nullable JsonEncoder mute;

    private JsonEncoder(Step[] steps, @Nullable JsonEncoder mute) {
        this.mute = mute;
        this.head = PatternPrefix.of(steps);
        this.steps = head == null ? steps : Arrays.copyOfRange(steps, head.count(), steps.length);
        this.stores = Arrays.stream(steps).anyMatch(step -> !(step instanceof JsonMessageStep) && step.readsMessage());
    }

    /** The result of {@link #compile}. The encoder is always usable; the problems list what it can't do as configured. */
    public record Compiled(JsonEncoder encoder, List<Problem> problems) {}

    /**
     * Compiles a template. Never throws for a bad template: the result lists its problems.
     *
     * @param properties returns the value of a property of the configuration or the system, or null
     * @param context the properties of the logging context, which some formats write with each event
     */
    public static Compiled compile(
            String template, Function<String, @Nullable String> properties, Map<String, String> context) {
        TextBuffer.prepare();
        List<Problem> problems = new ArrayList<>();
        JsonCompiler compiler = new JsonCompiler(problems, properties, context, START_MILLIS, false);
        Step[] steps = compiler.compile(template);
        JsonEncoder mute = !compiler.isNullable()
                ? null
                : new JsonEncoder(
                        new JsonCompiler(new ArrayList<>(), properties, context, START_MILLIS, true).compile(template),
                        null);
        return new Compiled(new JsonEncoder(steps, mute), List.copyOf(problems));
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        if (message == null && mute != null) {
            mute.encode(event, null, arguments, line);
            return;
        }
        int count = arguments == null ? 0 : arguments.length;
        if (stores || (arguments != null && count != 0 && arguments[count - 1] instanceof Throwable)) {
            event.message(message);
            event.arguments(arguments);
            count = event.messageArgumentCount();
        }
        if (head != null) {
            head.write(event, line);
        }
        for (Step step : steps) {
            if (step instanceof JsonMessageStep) {
                JsonMessageStep.write(message, arguments, count, line);
            } else {
                write(step, event, line);
            }
        }
        end(line);
    }

    /**
     * As in {@link PatternEncoder}, comparisons are cheaper than a call with many targets. The two encoders don't share the loop, because a
     * shared loop would have the targets of both.
     */
    private static void write(Step step, Event event, TextBuffer line) {
        if (step instanceof LiteralStep literal) {
            literal.write(event, line);
        } else if (step instanceof JsonOptionalStep optional) {
            optional.write(event, line);
        } else if (step instanceof JsonStringStep string) {
            string.write(event, line);
        } else if (step instanceof LevelStep level) {
            level.write(event, line);
        } else {
            step.write(event, line);
        }
    }

    private static void end(TextBuffer line) {
        line.append(LINE_END);
        if (line.cutBytes() == 0) {
            return;
        }
        long whole = line.length() + line.cutBytes();
        JsonCut.End end = JsonCut.of(line.array(), line.length(), whole, line.maximumLength());
        if (end == null) {
            line.markCut(LINE_END);
        } else {
            line.endCut(end.kept(), end.tail());
        }
    }
}
