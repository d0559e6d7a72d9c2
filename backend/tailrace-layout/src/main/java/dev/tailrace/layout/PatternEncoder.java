package dev.tailrace.layout;

import dev.tailrace.bytes.LineBreaks;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.layout.event.DateStep;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.LoggerStep;
import dev.tailrace.layout.event.PatternPrefix;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.TextRules;
import dev.tailrace.layout.event.ThreadStep;
import dev.tailrace.layout.log4j.Log4jCompiler;
import dev.tailrace.layout.pattern.MessageStep;
import dev.tailrace.layout.pattern.PatternNode;
import dev.tailrace.layout.pattern.PatternParser;
import dev.tailrace.layout.pattern.PatternSyntaxProblem;
import dev.tailrace.layout.pattern.StepCompiler;
import dev.tailrace.layout.pattern.ThrowableStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Logback or Log4j 2 pattern, compiled once into a flat list of steps that write bytes. Thread-safe.
 *
 * <p>Differs from Logback for safety or clarity. Control characters of messages, throwables, arguments, MDC, key-values, markers and names
 * are escaped; line ends of messages and throwables are kept. A double is written as the shortest decimal that reads back, on every JDK. A
 * date shows the event's microseconds where Logback shows zeros.
 */
public final class PatternEncoder implements Encoder {
    private static final byte[] LINE_END = System.lineSeparator().getBytes(StandardCharsets.US_ASCII);
    /** Replaces a pattern that can't be parsed at all. */
    private static final String FALLBACK = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";

    /** The start time for {@code %r}. */
    private static final long START_MILLIS = WallClock.millis();

    private final @Nullable PatternPrefix head;
    /** All steps after {@link #head}. */
    private final Step[] steps;

    /** Whether a step other than {@link MessageStep}, which gets both passed, reads the event's message or arguments. */
    private final boolean stores;

    /** Whether throwables are appended, because the pattern has no conversion word for them. */
    private final boolean appendsThrowable;

    /** Null when line ends inside an event are kept. */
    private final @Nullable LineBreaks breaks;

    private PatternEncoder(Step[] steps, boolean appendsThrowable, TextRules rules) {
        this.breaks = rules.breaks();
        this.head = PatternPrefix.of(steps);
        this.steps = head == null ? steps : Arrays.copyOfRange(steps, head.count(), steps.length);
        this.stores = Arrays.stream(steps).anyMatch(step -> !(step instanceof MessageStep) && step.readsMessage());
        this.appendsThrowable = appendsThrowable;
    }

    /** The result of {@link #compile}. The encoder is always usable; the problems list what it can't do as configured. */
    public record Compiled(PatternEncoder encoder, List<Problem> problems) {}

    /** Compiles {@code pattern}. Never throws for a bad pattern: the result lists its problems. */
    public static Compiled compile(String pattern) {
        return compile(pattern, name -> null, TextRules.FILE);
    }

    /**
     * Compiles a pattern that may contain properties.
     *
     * @param properties returns the value of a property of the configuration or the system, or null; includes {@code CONTEXT_NAME}
     * @param rules how texts and the lines of an event are written
     */
    public static Compiled compile(String pattern, Function<String, @Nullable String> properties, TextRules rules) {
        return compile(pattern, START_MILLIS, properties, rules);
    }

    /**
     * Compiles a pattern of Log4j 2's PatternLayout.
     *
     * @param properties returns the value of a system property, or null
     */
    public static Compiled compileLog4j(
            String pattern, Function<String, @Nullable String> properties, TextRules rules) {
        TextBuffer.prepare();
        List<Problem> problems = new ArrayList<>();
        Step[] steps = Log4jCompiler.compile(pattern, problems, START_MILLIS, properties, rules.messages());
        return new Compiled(new PatternEncoder(steps, false, rules), List.copyOf(problems));
    }

    static Compiled compile(String pattern, long startMillis) {
        return compile(pattern, startMillis, name -> null, TextRules.FILE);
    }

    private static Compiled compile(
            String pattern, long startMillis, Function<String, @Nullable String> properties, TextRules rules) {
        TextBuffer.prepare();
        List<Problem> problems = new ArrayList<>();
        List<PatternNode> nodes = List.of();
        try {
            nodes = new PatternParser(pattern, problems).parse();
            if (nodes.isEmpty()) {
                problems.add(new Problem(Problem.Kind.SYNTAX, 0, "the pattern is empty; \"" + FALLBACK + "\" is used"));
            }
        } catch (PatternSyntaxProblem e) {
            problems.add(new Problem(
                    Problem.Kind.SYNTAX, e.column(), e.getMessage() + "; \"" + FALLBACK + "\" is used instead"));
            nodes = List.of();
        }
        if (nodes.isEmpty()) {
            nodes = parseFallback();
        }
        StepCompiler compiler = new StepCompiler(problems, startMillis, properties, rules.messages());
        Step[] steps = compiler.compile(nodes);
        PatternEncoder encoder = new PatternEncoder(steps, !compiler.handlesThrowable(), rules);
        return new Compiled(encoder, List.copyOf(problems));
    }

    private static List<PatternNode> parseFallback() {
        try {
            return new PatternParser(FALLBACK, new ArrayList<>()).parse();
        } catch (PatternSyntaxProblem e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Appends the finished line. If the line doesn't fit into the buffer, its end states the number of bytes cut, which {@link
     * TextBuffer#cutBytes()} returns.
     */
    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        int start = line.length();
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
            if (step instanceof MessageStep own) {
                own.write(message, arguments, count, line);
            } else {
                write(step, event, line);
            }
        }
        if (appendsThrowable && event.thrown() != null) {
            ThrowableStep.FULL.write(event, line);
        }
        end(start, line);
    }

    private void end(int start, TextBuffer line) {
        if (breaks != null) {
            line.changeLineBreaks(start, breaks);
        }
        if (line.cutBytes() != 0) {
            line.markCut(LINE_END);
        }
    }

    /**
     * An interface call with many targets is an indirect jump, which processors often mispredict. They predict these comparisons well, and
     * the compiler can inline the calls after them.
     */
    private static void write(Step step, Event event, TextBuffer line) {
        if (step instanceof LiteralStep literal) {
            literal.write(event, line);
        } else if (step instanceof LevelStep level) {
            level.write(event, line);
        } else if (step instanceof DateStep date) {
            date.write(event, line);
        } else if (step instanceof ThreadStep thread) {
            thread.write(event, line);
        } else if (step instanceof LoggerStep logger) {
            logger.write(event, line);
        } else {
            step.write(event, line);
        }
    }
}
