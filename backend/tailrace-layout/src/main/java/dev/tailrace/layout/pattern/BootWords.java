package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The conversion words that Spring Boot and a few other libraries add to Logback and Log4j 2. Their classes aren't needed. */
public final class BootWords {
    private static final String NEW_LINE = System.lineSeparator();

    private BootWords() {}

    /** A group in colours, if colours are enabled. */
    static List<Step> coloured(
            List<Step> children, List<String> options, Function<String, @Nullable String> properties) {
        if (!Ansi.isEnabled(properties)) {
            return children;
        }
        String[] starts = Ansi.starts(options);
        StepFolder folder = new StepFolder();
        folder.add(new LevelStep(LevelStep.texts(starts[0], starts[1], starts[2], starts[3], starts[4])));
        folder.addAll(children);
        folder.add(new LiteralStep(Ansi.RESET));
        return folder.steps();
    }

    /** The level as Play's {@code ColoredLevel} writes it: in lower case and brackets. */
    static Step colouredLevel(Function<String, @Nullable String> properties) {
        if (!Ansi.isEnabled(properties)) {
            return new LevelStep(LevelStep.texts("[trace]", "[debug]", "[info]", "[warn]", "[error]"));
        }
        return new LevelStep(LevelStep.texts(
                "[\u001b[34mtrace\u001b[0m]",
                "[\u001b[36mdebug\u001b[0m]",
                "[\u001b[37minfo\u001b[0m]",
                "[\u001b[33mwarn\u001b[0m]",
                "[\u001b[31merror\u001b[0m]"));
    }

    /** A throwable with an empty line before and after it. */
    public static IndependentStep spaced(Step throwable) {
        return (event, out) -> {
            if (event.thrown() != null) {
                out.append(NEW_LINE);
                throwable.write(event, out);
                out.append(NEW_LINE);
            }
        };
    }

    /**
     * A text in square brackets, followed by a space; nothing if the text is empty.
     *
     * @param property the property whose value replaces an empty text; null: none
     */
    public static Step enclosed(
            List<Step> children, @Nullable String property, Function<String, @Nullable String> properties) {
        String value = property == null ? null : properties.apply(property);
        String otherwise = value == null ? "" : value;
        if (children.isEmpty()) {
            return new LiteralStep(otherwise.isEmpty() ? "" : "[" + otherwise + "] ");
        }
        return StepFolder.precomputed(new Enclosed(children, otherwise), children);
    }

    /** See {@link #enclosed}. */
    private static final class Enclosed implements Step {
        private final Step[] steps;
        private final String otherwise;

        Enclosed(List<Step> steps, String otherwise) {
            this.steps = steps.toArray(new Step[0]);
            this.otherwise = otherwise;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int start = out.length();
            out.append('[');
            int begin = out.length();
            for (Step step : steps) {
                step.write(event, out);
            }
            if (out.length() == begin) {
                out.append(otherwise);
            }
            if (out.length() == begin) {
                out.truncate(start);
            } else {
                out.append("] ");
            }
        }
    }

    /** {@code %correlationId}: values of the diagnostic context such as {@code traceId(32),spanId(16)}, padded to these lengths. */
    public static Step correlation(PatternNode.Word word, List<String> parts, List<Problem> problems) {
        CorrelationStep step = CorrelationStep.of(parts);
        if (step == null) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    word.column(),
                    "%correlationId{" + String.join(",", parts)
                            + "}: each part is a name with a length, as in traceId(32),spanId(16), which is used"));
            return CorrelationStep.DEFAULT;
        }
        return step;
    }
}
