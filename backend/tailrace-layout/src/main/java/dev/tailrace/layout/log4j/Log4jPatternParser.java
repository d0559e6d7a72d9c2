package dev.tailrace.layout.log4j;

import dev.tailrace.layout.event.Modifier;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.pattern.PatternNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pattern as Log4j 2's PatternLayout does: {@code %}, an optional modifier, a word, then any number of {@code {options}}, which
 * may be patterns themselves; {@code %%} is a percent sign. The longest known prefix of an unknown word wins, and what is
 * left of it is text: {@code %msgs} is the message and an s. One parser reads one pattern.
 */
final class Log4jPatternParser {
    /** Wider fields are a mistake, and would fill the memory. */
    private static final int WIDEST = 10_000;

    private final String pattern;
    private final Predicate<String> known;
    private final List<Problem> problems;
    /** The column to report problems at, for a nested pattern; negative: the problem's own column. */
    private final int place;

    private final List<PatternNode> nodes = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int at;

    Log4jPatternParser(String pattern, Predicate<String> known, List<Problem> problems, int place) {
        this.pattern = pattern;
        this.known = known;
        this.problems = problems;
        this.place = place;
    }

    List<PatternNode> parse() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c != '%' || at + 1 == pattern.length()) {
                text.append(c);
                at++;
            } else if (pattern.charAt(at + 1) == '%') {
                text.append(c);
                at += 2;
            } else {
                conversion();
            }
        }
        flush();
        return nodes;
    }

    private void flush() {
        if (!text.isEmpty()) {
            nodes.add(new PatternNode.Text(unescaped(text)));
            text.setLength(0);
        }
    }

    /** Resolves {@code
     * } and other Java escapes; before any other character, the backslash is dropped. */
    private static String unescaped(CharSequence text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = text.charAt(++i);
                c = switch (c) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'f' -> '\f';
                    case 'b' -> '\b';
                    default -> c;
                };
            }
            plain.append(c);
        }
        return plain.toString();
    }

    private void conversion() {
        int start = at++;
        Modifier modifier = modifier(start);
        if (modifier == null) {
            return;
        }
        int word = at;
        if (at < pattern.length() && Character.isUnicodeIdentifierStart(pattern.charAt(at))) {
            while (at < pattern.length() && Character.isUnicodeIdentifierPart(pattern.charAt(at))) {
                at++;
            }
        }
        String identifier = pattern.substring(word, at);
        String longest = identifier;
        while (!longest.isEmpty() && !known.test(longest)) {
            longest = longest.substring(0, longest.length() - 1);
        }
        if (longest.isEmpty()) {
            unknown(start, identifier);
            return;
        }
        List<String> options = options();
        flush();
        nodes.add(new PatternNode.Word(longest, options, isPlain(modifier) ? null : modifier, place(start)));
        text.append(identifier, longest.length(), identifier.length());
    }

    private static boolean isPlain(Modifier modifier) {
        return modifier.minimum() == 0 && modifier.maximum() == Integer.MAX_VALUE;
    }

    /** Log4j writes an unknown word as text, without its options. */
    private void unknown(int start, String identifier) {
        if (identifier.isEmpty() && at < pattern.length()) {
            at++;
        }
        text.append(pattern, start, at);
        problem(
                start,
                identifier.isEmpty()
                        ? "no word follows this '%'; write %% to mean a percent sign"
                        : "%" + identifier + " is not known; it is written as it is");
        options();
    }

    /** Null, with a problem, for a dot without a number after it; the modifier is then text. */
    private @Nullable Modifier modifier(int start) {
        boolean padRight = false;
        boolean zeros = false;
        while (at < pattern.length() && (pattern.charAt(at) == '-' || pattern.charAt(at) == '0')) {
            padRight |= pattern.charAt(at) == '-';
            zeros |= pattern.charAt(at) == '0';
            at++;
        }
        int minimum = number(0);
        int maximum = Integer.MAX_VALUE;
        boolean keepStart = false;
        if (at < pattern.length() && pattern.charAt(at) == '.') {
            at++;
            keepStart = at < pattern.length() && pattern.charAt(at) == '-';
            at += keepStart ? 1 : 0;
            maximum = number(-1);
            if (maximum < 0) {
                text.append(pattern, start, at);
                problem(start, "a number is expected behind the dot of this format modifier; it is written as it is");
                return null;
            }
        }
        if (minimum > WIDEST) {
            problem(start, "a width of " + minimum + " is too much; " + WIDEST + " is used");
            minimum = WIDEST;
        }
        return new Modifier(minimum, padRight, maximum, keepStart, zeros && !padRight);
    }

    private int number(int otherwise) {
        int begin = at;
        long number = 0;
        while (at < pattern.length() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            number = Math.min(Integer.MAX_VALUE, number * 10 + (pattern.charAt(at++) - '0'));
        }
        return begin == at ? otherwise : (int) number;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        while (at < pattern.length() && pattern.charAt(at) == '{') {
            int end = closing(at);
            if (end < 0) {
                problem(at, "the options that begin here are not closed with '}'");
                int last = pattern.lastIndexOf('}');
                at = last < at ? at + 1 : last + 1;
                break;
            }
            options.add(pattern.substring(at + 1, end));
            at = end + 1;
        }
        return options;
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private int place(int column) {
        return place < 0 ? column : place;
    }

    private void problem(int column, String problem) {
        Problem.Kind kind = problem.contains("is not known") ? Problem.Kind.UNKNOWN_WORD : Problem.Kind.SYNTAX;
        problems.add(new Problem(kind, place(column), problem));
    }
}
