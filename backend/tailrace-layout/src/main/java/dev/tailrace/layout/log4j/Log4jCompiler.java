package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.ModifiedStep;
import dev.tailrace.layout.event.Modifier;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.pattern.Ansi;
import dev.tailrace.layout.pattern.BootWords;
import dev.tailrace.layout.pattern.PatternNode;
import dev.tailrace.layout.pattern.ReplaceStep;
import dev.tailrace.layout.pattern.StepFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Turns a pattern of Log4j 2's PatternLayout into steps, as few as possible. One compiler compiles one pattern. */
public final class Log4jCompiler {
    private final List<Problem> problems;
    private final Log4jConverters words;
    private final Log4jLookups lookups;
    private final Function<String, @Nullable String> properties;
    private boolean handlesThrowable;

    private Log4jCompiler(
            List<Problem> problems,
            long startMillis,
            Function<String, @Nullable String> properties,
            ControlCharacters message,
            boolean repeatedMessage) {
        this.problems = problems;
        this.words = new Log4jConverters(problems, startMillis, message, repeatedMessage);
        this.lookups = new Log4jLookups(problems, properties);
        this.properties = properties;
    }

    /**
     * Compiles a pattern.
     *
     * @param message how control characters of messages are written
     */
    public static Step[] compile(
            String pattern,
            List<Problem> problems,
            long startMillis,
            Function<String, @Nullable String> properties,
            ControlCharacters message) {
        List<Problem> found = new ArrayList<>();
        Log4jCompiler compiler = new Log4jCompiler(found, startMillis, properties, message, false);
        List<Step> steps = compiler.whole(pattern);
        if (compiler.words.messages() > 1) {
            // The message occurs several times: it is formatted once and copied.
            found = new ArrayList<>();
            steps = new Log4jCompiler(found, startMillis, properties, message, true).whole(pattern);
        }
        problems.addAll(found);
        return steps.toArray(new Step[0]);
    }

    private List<Step> whole(String pattern) {
        List<PatternNode> nodes = parse(pattern, -1);
        StepFolder folder = new StepFolder();
        nodes.forEach(node -> folder.addAll(compile(node)));
        if (!handlesThrowable) {
            PatternNode last = nodes.isEmpty() ? null : nodes.get(nodes.size() - 1);
            boolean ended = last == null
                    || (last instanceof PatternNode.Word word && word.word().equals("n"));
            folder.add(Log4jThrowables.atEnd(!ended));
        }
        return folder.steps();
    }

    private List<PatternNode> parse(String pattern, int place) {
        return new Log4jPatternParser(pattern, Log4jCompiler::isKnown, problems, place).parse();
    }

    private static boolean isKnown(String word) {
        return word.equals("correlationId")
                || Log4jConverters.isKnown(word)
                || Log4jGroups.isKnown(word)
                || Log4jThrowables.isWord(word);
    }

    private List<Step> compile(PatternNode node) {
        if (node instanceof PatternNode.Text text) {
            return lookups.steps(text.text());
        }
        PatternNode.Word word = (PatternNode.Word) node;
        List<Step> steps = steps(word);
        Modifier modifier = word.modifier();
        return modifier == null
                ? steps
                : List.of(StepFolder.precomputed(new ModifiedStep(steps.toArray(new Step[0]), modifier), steps));
    }

    private List<Step> steps(PatternNode.Word word) {
        if (Log4jThrowables.isWord(word.word())) {
            handlesThrowable = true;
            return List.of(Log4jThrowables.createStep(word, problems));
        }
        if (word.word().equals("correlationId")) {
            return List.of(BootWords.correlation(word, word.options(), problems));
        }
        return Log4jGroups.isKnown(word.word()) ? group(word) : List.of(words.create(word));
    }

    private List<Step> inside(PatternNode.Word word, String pattern) {
        StepFolder folder = new StepFolder();
        parse(pattern, word.column()).forEach(node -> folder.addAll(compile(node)));
        return folder.steps();
    }

    private List<Step> group(PatternNode.Word word) {
        if (word.options().size() < Log4jGroups.leastOptions(word.word())) {
            problem(
                    word,
                    "needs " + Log4jGroups.leastOptions(word.word())
                            + " options in braces; Log4j writes the word itself, and so is it here");
            return List.of(new LiteralStep("%" + word.word()));
        }
        String pattern = word.options().get(0);
        return switch (word.word()) {
            case "repeat" -> List.of(repeated(word));
            case "notEmpty", "varsNotEmpty", "variablesNotEmpty" -> List.of(notEmpty(word, pattern));
            case "equals", "equalsIgnoreCase" ->
                List.of(new Log4jGroups.Equals(
                        inside(word, pattern),
                        word.options().get(1),
                        word.word().equals("equalsIgnoreCase"),
                        inside(word, word.options().get(2))));
            case "replace" -> replaced(word, inside(word, pattern));
            case "maxLen", "maxLength" ->
                List.of(new Log4jGroups.Shortened(
                        inside(word, pattern), number(word, word.options().get(1), 100)));
            case "enc", "encode" -> encoded(word, inside(word, pattern));
            case "clr", "color" -> coloured(word, inside(word, pattern));
            case "esb" -> List.of(BootWords.enclosed(inside(word, pattern), null, properties));
            case "minecraftFormatting" -> List.of(withoutFormatting(inside(word, pattern)));
            case "stripAnsi" -> inside(word, pattern);
            case "highlightError", "highlightForge", "highlightGameProvider" -> errors(inside(word, pattern));
            case "selectByLevel", "selectByLogger", "selectByMarker" -> List.of(selected(word));
            default -> styled(word, inside(word, pattern));
        };
    }

    private Step repeated(PatternNode.Word word) {
        int count = Math.max(0, Math.min(10_000, number(word, word.options().get(1), 0)));
        return new LiteralStep(word.options().get(0).repeat(count));
    }

    private Step notEmpty(PatternNode.Word word, String pattern) {
        List<Log4jGroups.Piece> pieces = new ArrayList<>();
        for (PatternNode node : parse(pattern, word.column())) {
            boolean variable = node instanceof PatternNode.Word inner && Log4jConverters.isVariable(inner.word());
            String empty = node instanceof PatternNode.Word inner ? Log4jConverters.emptyText(inner) : "";
            pieces.add(new Log4jGroups.Piece(compile(node), variable, empty));
        }
        return new Log4jGroups.NotEmpty(pieces);
    }

    private List<Step> replaced(PatternNode.Word word, List<Step> inside) {
        try {
            Pattern regex = Pattern.compile(word.options().get(1));
            return List.of(new ReplaceStep(
                    inside.toArray(new Step[0]), regex, word.options().get(2)));
        } catch (PatternSyntaxException e) {
            problem(
                    word,
                    "\"" + e.getPattern() + "\" is no regular expression (" + e.getDescription()
                            + "); nothing is replaced");
            return inside;
        }
    }

    private List<Step> encoded(PatternNode.Word word, List<Step> inside) {
        String name = word.options().size() < 2 ? "HTML" : word.options().get(1).trim();
        Log4jGroups.Escapes escapes = Log4jGroups.Escapes.of(name);
        if (escapes == null) {
            problem(word, "\"" + name + "\" is none of HTML, XML, JSON, CRLF; HTML is used, as in Log4j");
            escapes = Log4jGroups.Escapes.HTML;
        }
        return List.of(new Log4jGroups.Encoded(inside, escapes));
    }

    /** Colours as Spring Boot does: only on a terminal, or if configured. */
    private List<Step> coloured(PatternNode.Word word, List<Step> inside) {
        if (!Ansi.isEnabled(properties)) {
            return inside;
        }
        List<String> names = word.options().subList(1, word.options().size());
        Step step = new Log4jGroups.Styled(inside, Ansi.starts(names), Ansi.RESET);
        return List.of(StepFolder.precomputed(step, inside));
    }

    /** Colours as Minecraft's consoles do: warnings and errors, on a terminal. */
    private List<Step> errors(List<Step> inside) {
        if (!Ansi.isEnabled(properties)) {
            return inside;
        }
        String[] starts = {"", "", "", "\u001b[33;1m", "\u001b[31;1m"};
        return List.of(StepFolder.precomputed(new Log4jGroups.Styled(inside, starts, Ansi.RESET), inside));
    }

    /** Removes Minecraft's colour codes, a section sign and a letter. */
    private static Step withoutFormatting(List<Step> inside) {
        return new ReplaceStep(inside.toArray(new Step[0]), Pattern.compile("\u00a7[0-9A-FK-ORXa-fk-orx]"), "");
    }

    /** Selects a pattern by the event; the first option is the default pattern. */
    private Step selected(PatternNode.Word word) {
        handlesThrowable = true;
        List<String> options = word.options();
        List<Log4jSelection.Choice> choices = new ArrayList<>();
        for (int i = 1; i + 1 < options.size(); i += 2) {
            choices.add(new Log4jSelection.Choice(options.get(i), alternative(options.get(i + 1))));
        }
        Log4jSelection.Alternative otherwise = alternative(options.get(0));
        return switch (word.word()) {
            case "selectByLevel" -> Log4jSelection.byLevel(choices, otherwise);
            case "selectByMarker" -> Log4jSelection.byMarker(choices, otherwise);
            default -> Log4jSelection.byLogger(choices, otherwise);
        };
    }

    /** A complete pattern, with the throwable appended unless the pattern has a word for it. */
    private Log4jSelection.Alternative alternative(String pattern) {
        boolean before = handlesThrowable;
        handlesThrowable = false;
        Log4jSelection.Alternative steps = new Log4jSelection.Alternative(whole(pattern));
        handlesThrowable = before;
        return steps;
    }

    private List<Step> styled(PatternNode.Word word, List<Step> inside) {
        Log4jStyles styles = Log4jStyles.of(word, problems);
        if (!styles.isVisible()) {
            return inside;
        }
        Step step = new Log4jGroups.Styled(inside, styles.starts());
        return List.of(StepFolder.precomputed(step, inside));
    }

    private int number(PatternNode.Word word, String text, int otherwise) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            problem(word, "\"" + text + "\" is no number; " + otherwise + " is used");
            return otherwise;
        }
    }

    private void problem(PatternNode.Word word, String text) {
        problems.add(new Problem(Problem.Kind.BAD_OPTION, word.column(), "%" + word.word() + ": " + text));
    }
}
