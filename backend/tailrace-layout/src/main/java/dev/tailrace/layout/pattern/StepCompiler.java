package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.ModifiedStep;
import dev.tailrace.layout.event.Modifier;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the nodes of a pattern into steps, as few as possible. One compiler compiles one pattern. */
public final class StepCompiler {
    private final List<Problem> problems;
    private final PatternConverters words;
    private boolean handlesThrowable;

    /** @param message how control characters of messages are written */
    public StepCompiler(
            List<Problem> problems,
            long startMillis,
            Function<String, @Nullable String> properties,
            ControlCharacters message) {
        this.problems = problems;
        this.words = new PatternConverters(problems, startMillis, properties, message);
    }

    public Step[] compile(List<PatternNode> nodes) {
        words.repeatedMessage(countMessages(nodes) > 1);
        return compileAll(nodes).toArray(new Step[0]);
    }

    /** Whether the compiled pattern has a word for throwables. */
    public boolean handlesThrowable() {
        return handlesThrowable;
    }

    private static int countMessages(List<PatternNode> nodes) {
        int count = 0;
        for (PatternNode node : nodes) {
            if (node instanceof PatternNode.Group group) {
                count += countMessages(group.children());
            } else if (node instanceof PatternNode.Word word && PatternConverters.isMessage(word.word())) {
                count++;
            }
        }
        return count;
    }

    private List<Step> compileAll(List<PatternNode> nodes) {
        StepFolder folder = new StepFolder();
        for (PatternNode node : nodes) {
            if (node instanceof PatternNode.Text text) {
                folder.add(new LiteralStep(text.text()));
            } else if (node instanceof PatternNode.Word word) {
                folder.addAll(compileWord(word));
            } else if (node instanceof PatternNode.Group group) {
                folder.addAll(compileGroup(group));
            }
        }
        return folder.steps();
    }

    private List<Step> compileWord(PatternNode.Word word) {
        if (ThrowableStep.isWord(word.word())) {
            handlesThrowable = true;
        }
        Step step = words.create(word);
        return step != null ? modified(List.of(step), word.modifier()) : List.of(unknown(word.word(), word.column()));
    }

    /** As in Logback, an unknown word appears in the line, and its modifier is ignored. */
    private Step unknown(String word, int column) {
        problems.add(new Problem(
                Problem.Kind.UNKNOWN_WORD, column, "%" + word + " is not known; write \\% to mean a percent sign"));
        return new LiteralStep("%PARSER_ERROR[" + word + "]");
    }

    private List<Step> compileGroup(PatternNode.Group group) {
        Step[] colour = Colours.around(group.word());
        List<Step> children = compileAll(group.children());
        if (colour != null) {
            StepFolder folder = new StepFolder();
            folder.add(colour[0]);
            folder.addAll(children);
            folder.add(colour[1]);
            return modified(folder.steps(), group.modifier());
        }
        List<Step> boots = words.createBootGroup(group, children);
        if (boots != null) {
            return modified(boots, group.modifier());
        }
        if (group.word().equals("replace")) {
            Step replace = words.createReplace(group, children);
            return modified(replace == null ? children : List.of(replace), group.modifier());
        }
        if (!group.word().isEmpty() && !group.word().equals("BARE")) {
            return List.of(unknown(group.word(), group.column()));
        }
        return modified(children, group.modifier());
    }

    private static List<Step> modified(List<Step> steps, @Nullable Modifier modifier) {
        if (modifier == null) {
            return steps;
        }
        return List.of(StepFolder.precomputed(new ModifiedStep(steps.toArray(new Step[0]), modifier), steps));
    }
}
