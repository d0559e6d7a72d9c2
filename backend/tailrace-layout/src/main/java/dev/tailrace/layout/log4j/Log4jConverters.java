package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.LoggerStep;
import dev.tailrace.layout.event.Markers;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.ThreadStep;
import dev.tailrace.layout.pattern.CallerStep;
import dev.tailrace.layout.pattern.MessageStep;
import dev.tailrace.layout.pattern.PatternNode;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** The conversion words of Log4j 2's PatternLayout that contain no nested pattern. */
final class Log4jConverters {
    private static final Set<String> KNOWN =
            Set.of(("d date p level t tn thread threadName c logger C class m msg message n X mdc "
                            + "MDC marker markerSimpleName F file L line M method l location r relative pid "
                            + "processId T tid threadId tp threadPriority sn sequenceNumber u uuid x NDC K "
                            + "map MAP N nano fqcn endOfBatch")
                    .split(" ", -1));

    /** Counts the events of all patterns together, as in Log4j. */
    private static final AtomicLong SEQUENCE = new AtomicLong();

    /** The deepest level of references between markers that is written. */
    private static final int DEEPEST = 20;

    private final List<Problem> problems;
    private final long startMillis;
    private final ControlCharacters message;
    private final boolean repeatedMessage;
    private int messages;

    /** @param message how control characters of messages are written */
    Log4jConverters(List<Problem> problems, long startMillis, ControlCharacters message, boolean repeatedMessage) {
        this.message = message;
        this.problems = problems;
        this.startMillis = startMillis;
        this.repeatedMessage = repeatedMessage;
    }

    static boolean isKnown(String word) {
        return KNOWN.contains(word);
    }

    /** Whether the word's text depends on the event. */
    static boolean isVariable(String word) {
        return !word.equals("n");
    }

    /** The text of a word without a value. */
    static String emptyText(PatternNode.Word word) {
        String keys = word.option(0);
        if (isContext(word.word()) && (keys == null || keys.indexOf(',') > 0)) {
            return "{}";
        }
        return word.word().equals("x") || word.word().equals("NDC") ? "[]" : "";
    }

    private static boolean isContext(String word) {
        return word.equals("X") || word.equals("mdc") || word.equals("MDC");
    }

    /** How often the message occurs in the created steps. */
    int messages() {
        return messages;
    }

    Step create(PatternNode.Word word) {
        return switch (word.word()) {
            case "d", "date" -> Log4jDates.createStep(word, problems);
            case "p", "level" -> level(word);
            case "t", "tn", "thread", "threadName" -> new ThreadStep(ControlCharacters.ESCAPED, false);
            case "c", "logger" -> {
                UnaryOperator<String> names = Log4jNames.of(word.option(0));
                // The root logger has no name in Log4j.
                yield new LoggerStep(name -> name.equals("ROOT") ? "" : names.apply(name));
            }
            case "C", "class" -> new CallerStep.ClassName(Log4jNames.of(word.option(0)));
            case "m", "msg", "message" -> message(word);
            case "n" -> new LiteralStep(System.lineSeparator());
            case "X", "mdc", "MDC" -> context(word);
            case "marker" -> independent((event, out) -> marker(event, out, true));
            case "F", "file" -> CallerStep.FILE;
            case "L", "line" -> CallerStep.LINE;
            case "M", "method" -> CallerStep.METHOD;
            case "l", "location" -> CallerStep.WHOLE;
            default -> rare(word);
        };
    }

    private Step rare(PatternNode.Word word) {
        return switch (word.word()) {
            case "markerSimpleName" -> independent((event, out) -> marker(event, out, false));
            case "r", "relative" -> independent((event, out) -> out.append(event.epochMillis() - startMillis));
            case "pid", "processId" ->
                new LiteralStep(String.valueOf(ProcessHandle.current().pid()));
            case "T", "tid", "threadId" ->
                independent((event, out) -> out.append(Thread.currentThread().getId()));
            case "tp", "threadPriority" ->
                independent((event, out) -> out.append(Thread.currentThread().getPriority()));
            case "sn", "sequenceNumber" -> independent((event, out) -> out.append(SEQUENCE.incrementAndGet()));
            case "u", "uuid" ->
                independent((event, out) -> out.append(UUID.randomUUID().toString()));
            case "N", "nano" -> independent((event, out) -> out.append(System.nanoTime()));
            case "fqcn" -> independent((event, out) -> out.append(event.callerBoundary(), ControlCharacters.ESCAPED));
            // SLF4J has neither a stack of contexts nor messages that are maps, and no event marks the end of a batch.
            case "x", "NDC" -> new LiteralStep("[]");
            case "endOfBatch" -> {
                problem(word, "is not known to SLF4J's events; \"true\" is written");
                yield new LiteralStep("true");
            }
            default -> new LiteralStep("");
        };
    }

    private static Step independent(IndependentStep step) {
        return step;
    }

    private Step message(PatternNode.Word word) {
        messages++;
        for (String option : word.options()) {
            String name = option.trim().toLowerCase(Locale.ROOT);
            if (name.startsWith("ansi")) {
                problem(word, "{" + option + "} is not supported; the message is written as it is");
            } else if (name.equals("lookups")) {
                problem(word, "{lookups} is never done: a message is text, wherever it comes from");
            }
        }
        return repeatedMessage ? MessageText.once(message) : new MessageStep(message);
    }

    private static Step context(PatternNode.Word word) {
        String option = word.option(0);
        if (option == null) {
            return new Log4jContextStep(null);
        }
        return option.indexOf(',') > 0
                ? new Log4jContextStep(
                        Arrays.stream(option.split(",", -1)).map(String::trim).toList())
                : new Log4jContextStep.One(option, "");
    }

    /** Writes the last marker: Log4j's binding for SLF4J keeps one. */
    private static void marker(Event event, TextBuffer out, boolean withReferences) {
        Markers markers = event.markers();
        if (markers.count() > 0) {
            marker(markers, markers.get(markers.count() - 1), out, withReferences ? DEEPEST : 0);
        }
    }

    private static void marker(Markers markers, Object marker, TextBuffer out, int depth) {
        out.append(markers.name(marker), ControlCharacters.ESCAPED);
        if (depth == 0) {
            return;
        }
        try {
            Iterator<?> references = markers.references(marker);
            for (String before = "[ "; references.hasNext(); before = ", ") {
                out.append(before);
                marker(markers, references.next(), out, depth - 1);
                if (!references.hasNext()) {
                    out.append(" ]");
                }
            }
        } catch (Throwable e) {
            // A marker is foreign code; what is written of it stays.
            return;
        }
    }

    private Step level(PatternNode.Word word) {
        String option = word.option(0);
        if (option == null) {
            return LevelStep.NAMES;
        }
        String[] names = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};
        String[] given = new String[names.length];
        int length = Integer.MAX_VALUE;
        boolean lower = false;
        for (String definition : option.split("\\s*,\\s*", -1)) {
            String[] pair = definition.split("=", 2);
            String key = pair[0].trim();
            String value = pair.length < 2 ? "" : pair[1].trim();
            int level = Arrays.asList(names).indexOf(key.toUpperCase(Locale.ROOT));
            if (pair.length < 2) {
                problem(word, "\"" + definition + "\" is no LEVEL=text; it is ignored");
            } else if (key.equalsIgnoreCase("length") && value.matches("[0-9]{1,9}")) {
                length = Integer.parseInt(value);
            } else if (key.equalsIgnoreCase("lowerCase")) {
                lower = Boolean.parseBoolean(value);
            } else if (level >= 0) {
                given[level] = value;
            } else if (!key.equalsIgnoreCase("FATAL")) {
                problem(word, "\"" + definition + "\" names no level; it is ignored");
            }
        }
        for (int i = 0; i < names.length; i++) {
            if (given[i] == null) {
                String cut = names[i].substring(0, Math.min(length, names[i].length()));
                given[i] = lower ? cut.toLowerCase(Locale.ROOT) : cut;
            }
        }
        return new LevelStep(LevelStep.texts(given[0], given[1], given[2], given[3], given[4]));
    }

    private void problem(PatternNode.Word word, String text) {
        problems.add(new Problem(Problem.Kind.BAD_OPTION, word.column(), "%" + word.word() + ": " + text));
    }
}
