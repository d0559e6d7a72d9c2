package dev.tailrace.layout.json;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.pattern.PatternNode;
import dev.tailrace.layout.pattern.PatternParser;
import dev.tailrace.layout.pattern.PatternSyntaxProblem;
import dev.tailrace.layout.pattern.StepCompiler;
import dev.tailrace.layout.pattern.ThrowableStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The strings of logstash-logback-encoder's pattern provider: Logback patterns, and operations on them, such as
 * <code>#asLong{%X{id}}</code>.
 */
final class JsonLogbackPatterns {
    private static final Pattern OPERATION = Pattern.compile("#(\\w+)\\{(.*)\\}", Pattern.DOTALL);
    private static final Map<String, Boolean> NUMBERS = Map.of("aslong", true, "asdouble", false);

    private JsonLogbackPatterns() {}

    static JsonValue value(
            String text, List<Problem> problems, long startMillis, Function<String, @Nullable String> properties) {
        Matcher operation = OPERATION.matcher(text);
        if (!operation.matches()) {
            return JsonCompiler.string(steps(text, problems, startMillis, properties));
        }
        List<Step> steps = steps(operation.group(2), problems, startMillis, properties);
        String name = operation.group(1).toLowerCase(Locale.ROOT);
        Boolean whole = NUMBERS.get(name);
        if (whole != null) {
            return JsonValue.Always.of(new NumberStep(steps, whole));
        }
        if (name.equals("asnullifempty")) {
            return JsonValue.Always.of(new NullIfEmptyStep(steps));
        }
        problems.add(new Problem(
                Problem.Kind.BAD_OPTION,
                0,
                "the operation #" + operation.group(1) + "{...} is not supported; its text is written as a string"));
        return JsonCompiler.string(steps);
    }

    /** A pattern as a layout writes it: with the throwable appended, unless the pattern has a word for it. */
    static JsonValue layout(
            String pattern, List<Problem> problems, long startMillis, Function<String, @Nullable String> properties) {
        return JsonCompiler.string(steps(pattern, true, problems, startMillis, properties));
    }

    private static List<Step> steps(
            String pattern, List<Problem> problems, long startMillis, Function<String, @Nullable String> properties) {
        return steps(pattern, false, problems, startMillis, properties);
    }

    private static List<Step> steps(
            String pattern,
            boolean isLayout,
            List<Problem> problems,
            long startMillis,
            Function<String, @Nullable String> properties) {
        if (pattern.isEmpty()) {
            return List.of(new LiteralStep(""));
        }
        try {
            List<PatternNode> nodes = new PatternParser(pattern, problems).parse();
            StepCompiler compiler = new StepCompiler(problems, startMillis, properties, ControlCharacters.KEPT);
            List<Step> steps = new ArrayList<>(List.of(compiler.compile(nodes)));
            if (isLayout && !compiler.handlesThrowable()) {
                steps.add(ThrowableStep.FULL);
            }
            return steps;
        } catch (PatternSyntaxProblem e) {
            problems.add(new Problem(
                    Problem.Kind.SYNTAX, e.column(), e.getMessage() + "; \"" + pattern + "\" is written as it is"));
            return new ArrayList<>(List.of(new LiteralStep(pattern)));
        }
    }

    /** Writes a number, or {@code null} if the text isn't one. */
    private record NumberStep(List<Step> steps, boolean whole) implements Step {
        @Override
        public void write(Event event, TextBuffer out) {
            int start = out.length();
            steps.forEach(step -> step.write(event, out));
            boolean number = JsonText.isNumber(out.array(), start, out.length());
            for (int i = start; number && whole && i < out.length(); i++) {
                byte b = out.array()[i];
                number = b == '-' || (b >= '0' && b <= '9');
            }
            if (!number && out.cutBytes() == 0) {
                out.truncate(start);
                out.appendNull();
            }
        }
    }

    /** Writes a string, or {@code null} for an empty one. */
    private record NullIfEmptyStep(List<Step> steps) implements Step {
        @Override
        public void write(Event event, TextBuffer out) {
            out.append('"');
            int start = out.beginJson();
            steps.forEach(step -> step.write(event, out));
            out.endJson(start);
            if (out.length() == start && out.cutBytes() == 0) {
                out.dropLast();
                out.appendNull();
            } else {
                out.append('"');
            }
        }
    }
}
