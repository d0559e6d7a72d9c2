package dev.tailrace.engine.sink.rolling;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.destination.FileCondition;
import dev.tailrace.engine.sink.LineText;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Delete rules as words with one space between them, so that all processes of a log can agree on them. Each rule is {@code in}, its
 * directory, the depth, {@code links} or {@code nolinks}, {@code delete} or {@code test}, {@code newest} or {@code oldest}, and its
 * conditions in brackets. A condition is its kind, its value if it has one, and its nested conditions in brackets.
 */
final class DeleteRuleCodec {
    private static final int MOST = 100;
    private static final int LONGEST_PATTERN = 2_100;

    private final String[] words;
    private int at;
    private int conditions;

    private DeleteRuleCodec(String text) {
        this.words = text.split(" ", -1);
    }

    static String format(List<DeleteRule> removals) {
        StringBuilder text = new StringBuilder();
        for (DeleteRule deleteRule : removals) {
            word(text, "in");
            word(text, LineText.escaped(deleteRule.basePath()));
            word(text, String.valueOf(deleteRule.maxDepth()));
            word(text, deleteRule.followLinks() ? "links" : "nolinks");
            word(text, deleteRule.testMode() ? "test" : "delete");
            word(text, deleteRule.newestFirst() ? "newest" : "oldest");
            format(deleteRule.conditions(), text);
        }
        return text.toString();
    }

    private static void word(StringBuilder text, String word) {
        text.append(text.isEmpty() ? "" : " ").append(word);
    }

    private static void format(List<FileCondition> conditions, StringBuilder text) {
        word(text, "(");
        for (FileCondition condition : conditions) {
            if (condition instanceof FileCondition.Name name) {
                word(text, "name");
                word(text, LineText.escaped(name.pattern()));
            } else if (condition instanceof FileCondition.Age age) {
                word(text, "age");
                word(text, String.valueOf(age.millis()));
            } else if (condition instanceof FileCondition.Count count) {
                word(text, "count");
                word(text, String.valueOf(count.files()));
            } else if (condition instanceof FileCondition.Sum sum) {
                word(text, "sum");
                word(text, String.valueOf(sum.bytes()));
            } else if (condition instanceof FileCondition.Not) {
                word(text, "not");
            } else {
                word(text, condition instanceof FileCondition.All ? "all" : "any");
            }
            format(condition.nested(), text);
        }
        word(text, ")");
    }

    /**
     * Reads the text of {@link #format}. The caller must check whether the rules would be written so again.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static List<DeleteRule> parse(String text) {
        DeleteRuleCodec parser = new DeleteRuleCodec(text);
        List<DeleteRule> removals = new ArrayList<>();
        while (parser.at < parser.words.length) {
            if (removals.size() == MOST) {
                throw new IllegalArgumentException("more than " + MOST + " orders to delete");
            }
            removals.add(parser.removal());
        }
        return removals;
    }

    private String next() {
        if (at == words.length) {
            throw new IllegalArgumentException("half an order to delete");
        }
        return words[at++];
    }

    private boolean isFirst(String first, String second) {
        String word = next();
        if (!word.equals(first) && !word.equals(second)) {
            throw new IllegalArgumentException("neither " + first + " nor " + second + ": " + word);
        }
        return word.equals(first);
    }

    private DeleteRule removal() {
        isFirst("in", "in");
        String base = LineText.unescaped(next());
        Path path = Path.of(base);
        if (!path.isAbsolute() || !path.normalize().toString().equals(base)) {
            throw new IllegalArgumentException("no absolute directory: " + base);
        }
        int depth = (int) number(0, Integer.MAX_VALUE);
        boolean links = isFirst("links", "nolinks");
        boolean test = isFirst("test", "delete");
        boolean newest = isFirst("newest", "oldest");
        conditions = 0;
        List<FileCondition> asked = conditions(1);
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("an order to delete everything in " + base);
        }
        return new DeleteRule(base, depth, links, test, newest, asked);
    }

    private List<FileCondition> conditions(int depth) {
        isFirst("(", "(");
        List<FileCondition> read = new ArrayList<>();
        for (String word = next(); !word.equals(")"); word = next()) {
            if (++conditions > DeleteRule.MOST_CONDITIONS || depth > DeleteRule.DEEPEST) {
                throw new IllegalArgumentException("too many conditions, or too deep");
            }
            read.add(condition(word, depth + 1));
        }
        return read;
    }

    private FileCondition condition(String kind, int depth) {
        return switch (kind) {
            case "name" -> new FileCondition.Name(pattern(), conditions(depth));
            case "age" -> new FileCondition.Age(number(0, Long.MAX_VALUE), conditions(depth));
            case "count" -> new FileCondition.Count(number(1, Integer.MAX_VALUE), conditions(depth));
            case "sum" -> new FileCondition.Sum(number(1, Long.MAX_VALUE), conditions(depth));
            case "all" -> new FileCondition.All(some(conditions(depth)));
            case "any" -> new FileCondition.Any(some(conditions(depth)));
            case "not" -> {
                List<FileCondition> inside = conditions(depth);
                if (inside.size() != 1) {
                    throw new IllegalArgumentException("not one condition: " + inside.size());
                }
                yield new FileCondition.Not(inside.get(0));
            }
            default -> throw new IllegalArgumentException("no condition: " + kind);
        };
    }

    private static List<FileCondition> some(List<FileCondition> conditions) {
        if (conditions.isEmpty()) {
            throw new IllegalArgumentException("a condition of no conditions");
        }
        return conditions;
    }

    private String pattern() {
        String pattern = LineText.unescaped(next());
        if (pattern.length() > LONGEST_PATTERN || !(pattern.startsWith("glob:") || pattern.startsWith("regex:"))) {
            throw new IllegalArgumentException("no pattern of names: " + pattern);
        }
        FileSystems.getDefault().getPathMatcher(pattern);
        return pattern;
    }

    private long number(long least, long most) {
        long number = Long.parseLong(next());
        if (number < least || number > most) {
            throw new IllegalArgumentException(number + " is not between " + least + " and " + most);
        }
        return number;
    }
}
