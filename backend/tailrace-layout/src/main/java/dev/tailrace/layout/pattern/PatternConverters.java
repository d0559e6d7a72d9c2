package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.LoggerStep;
import dev.tailrace.layout.event.MessageText;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.ThreadStep;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** The conversion words, in Logback's spelling. */
final class PatternConverters {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})\\.\\.(\\d{1,4})");

    private final List<Problem> problems;
    private final long startMillis;
    private final Function<String, @Nullable String> properties;
    private final ControlCharacters message;
    private boolean repeatedMessage;

    /** @param message how control characters of messages are written */
    PatternConverters(
            List<Problem> problems,
            long startMillis,
            Function<String, @Nullable String> properties,
            ControlCharacters message) {
        this.message = message;
        this.problems = problems;
        this.properties = properties;
        this.startMillis = startMillis;
    }

    /** Sets whether the message occurs more than once: it is then formatted once and copied. */
    void repeatedMessage(boolean repeated) {
        repeatedMessage = repeated;
    }

    static boolean isMessage(String word) {
        return word.equals("m") || word.equals("msg") || word.equals("message");
    }

    /** The step for a word, or null if there is none. */
    @Nullable
    Step create(PatternNode.Word word) {
        return switch (word.word()) {
            case "d", "date" -> DateOptions.createStep(word, problems);
            case "ms", "micros" -> (event, out) -> out.appendDigits(event.preciseNanos() / 1_000 % 1_000, 3);
            case "ep", "epoch" -> createEpoch(word);
            case "r", "relative" -> (event, out) -> out.append(event.epochMillis() - startMillis);
            case "p", "le", "level" -> LevelStep.NAMES;
            case "t", "thread" -> new ThreadStep(ControlCharacters.ESCAPED, true);
            case "c", "lo", "logger" -> new LoggerStep(length(word));
            case "m", "msg", "message" -> repeatedMessage ? MessageText.once(message) : new MessageStep(message);
            case "n" -> new LiteralStep(System.lineSeparator());
            case "X", "mdc" -> createContext(word.option(0));
            case "kvp" -> KeyValueStep.create(word);
            case "maskedKvp" -> KeyValueStep.createMasked(word);
            case "marker" -> new MarkerStep();
            case "cn", "contextName" -> contextName();
            case "property" -> createProperty(word);
            case "lsn" -> createSequence();
            case "C", "class" -> new CallerStep.ClassName(length(word));
            case "M", "method" -> CallerStep.METHOD;
            case "F", "file" -> CallerStep.FILE;
            case "L", "line" -> CallerStep.LINE;
            case "caller" -> callers(word);
            case "ex", "exception", "throwable", "xEx", "xException", "xThrowable" -> createThrowable(word, false);
            case "rEx", "rootException" -> createThrowable(word, true);
            case "nopex", "nopexception" -> new LiteralStep("");
            case "wex", "wEx" -> BootWords.spaced(createThrowable(word, false));
            case "correlationId" -> BootWords.correlation(word, word.options(), problems);
            case "applicationName" -> property("APPLICATION_NAME");
            case "applicationGroup" -> property("APPLICATION_GROUP");
            case "coloredLevel" -> BootWords.colouredLevel(properties);
            case "esb" -> BootWords.enclosed(List.of(), word.option(0), properties);
            default -> null;
        };
    }

    /** The value of a property; empty if not set. */
    private Step property(String name) {
        String value = properties.apply(name);
        return new LiteralStep(value == null ? "" : value);
    }

    /** The steps of a Spring Boot group; null for other groups. */
    @Nullable
    List<Step> createBootGroup(PatternNode.Group group, List<Step> children) {
        return switch (group.word()) {
            case "clr" -> BootWords.coloured(children, group.options(), properties);
            case "crlf" -> List.of(new CrlfStep(children, group.options(), Ansi.isEnabled(properties)));
            case "esb" ->
                List.of(BootWords.enclosed(
                        children,
                        group.options().isEmpty() ? null : group.options().get(0),
                        properties));
            default -> null;
        };
    }

    private Step contextName() {
        String name = properties.apply("CONTEXT_NAME");
        return new LiteralStep(name == null ? "default" : name);
    }

    /** A property can't change any more, so it is looked up once. The text for a missing property is Logback's. */
    private Step createProperty(PatternNode.Word word) {
        String key = word.option(0);
        if (key == null || key.isEmpty()) {
            problems.add(
                    new Problem(Problem.Kind.BAD_OPTION, word.column(), "%property needs a name: %property{name}"));
            return new LiteralStep("Property_HAS_NO_KEY");
        }
        String value = properties.apply(key);
        if (value == null) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    word.column(),
                    "%property{" + key
                            + "} is neither a property with scope=\"context\" nor a system property; \"null\" is"
                            + " written"));
        }
        return new LiteralStep(String.valueOf(value));
    }

    /** Increasing numbers that begin with the start time, so that numbers after a restart are greater. */
    private static Step createSequence() {
        AtomicLong next = new AtomicLong(WallClock.millis());
        return (event, out) -> out.append(next.getAndIncrement());
    }

    private static Step createEpoch(PatternNode.Word word) {
        return "seconds".equalsIgnoreCase(word.option(0))
                ? (event, out) -> out.append(event.epochMillis() / 1_000)
                : (event, out) -> out.append(event.epochMillis());
    }

    /** Creates a step for {@code key:-default}. */
    private static Step createContext(@Nullable String option) {
        if (option == null) {
            return new ContextStep.All();
        }
        int colon = option.indexOf(":-");
        return colon < 0
                ? new ContextStep.One(option, "")
                : new ContextStep.One(option.substring(0, colon), option.substring(colon + 2));
    }

    private Step createThrowable(PatternNode.Word word, boolean rootFirst) {
        String depth = word.option(0);
        int frames = Integer.MAX_VALUE;
        if ("short".equalsIgnoreCase(depth)) {
            frames = 1;
        } else if (depth != null && !"full".equalsIgnoreCase(depth)) {
            frames = number(word, Integer.MAX_VALUE);
        }
        List<String> ignored = word.options().size() > 1
                ? List.copyOf(word.options().subList(1, word.options().size()))
                : List.of();
        return new ThrowableStep(Math.max(0, frames), ignored, rootFirst);
    }

    /** The length to abbreviate a class name to; negative: not abbreviated. */
    private int length(PatternNode.Word word) {
        return number(word, -1);
    }

    /** {@code %caller{depth}} or {@code %caller{start..end}}. */
    private Step callers(PatternNode.Word word) {
        String option = word.option(0);
        Matcher range = RANGE.matcher(option == null ? "" : option);
        if (range.matches()) {
            int start = Integer.parseInt(range.group(1));
            int end = Integer.parseInt(range.group(2));
            if (start < end) {
                return new CallerStep.Stack(start, end);
            }
        }
        return new CallerStep.Stack(0, number(word, 5));
    }

    private int number(PatternNode.Word word, int otherwise) {
        String option = word.option(0);
        if (option == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(option);
        } catch (NumberFormatException e) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    word.column(),
                    "%" + word.word() + "{" + option + "}: a number is expected"));
            return otherwise;
        }
    }

    /** {@code %replace(group){regular expression, replacement}}; null, with a problem, if the options are not usable. */
    @Nullable
    Step createReplace(PatternNode.Group group, List<Step> children) {
        if (group.options().size() < 2) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    group.column(),
                    "%replace needs two options, {'regular expression', 'replacement'}; nothing is replaced"));
            return null;
        }
        try {
            return new ReplaceStep(
                    children.toArray(new Step[0]),
                    Pattern.compile(group.options().get(0)),
                    group.options().get(1));
        } catch (PatternSyntaxException e) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    group.column(),
                    "%replace: \"" + e.getPattern() + "\" is no regular expression (" + e.getDescription()
                            + "); nothing is replaced"));
            return null;
        }
    }
}
