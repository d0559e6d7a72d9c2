package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.Modifier;
import dev.tailrace.layout.event.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Logback pattern: {@code %}, an optional modifier, a word, then {@code {options}} or {@code (a group)}; {@code \} escapes.
 * One parser reads one pattern.
 */
public final class PatternParser {
    private final String pattern;
    private final List<Problem> problems;
    private int at;

    public PatternParser(String pattern, List<Problem> problems) {
        this.pattern = pattern;
        this.problems = problems;
    }

    public List<PatternNode> parse() throws PatternSyntaxProblem {
        List<PatternNode> nodes = new ArrayList<>();
        while (true) {
            readNodes(nodes);
            if (at == pattern.length()) {
                return nodes;
            }
            problems.add(
                    new Problem(
                            Problem.Kind.SYNTAX,
                            at,
                            "')' closes nothing and is written as it is; Logback drops everything after it. Write \\) to mean a parenthesis"));
            nodes.add(new PatternNode.Text(")"));
            at++;
        }
    }

    /** Reads up to the end or an unescaped right parenthesis. */
    private void readNodes(List<PatternNode> nodes) throws PatternSyntaxProblem {
        StringBuilder text = new StringBuilder();
        while (at < pattern.length() && pattern.charAt(at) != ')') {
            char c = pattern.charAt(at);
            if (c == '\\') {
                at++;
                readEscape(text, "%()");
            } else if (c == '%') {
                flush(text, nodes);
                nodes.add(readConversion(text));
            } else {
                text.append(c);
                at++;
            }
        }
        flush(text, nodes);
    }

    private static void flush(StringBuilder text, List<PatternNode> nodes) {
        if (!text.isEmpty()) {
            nodes.add(new PatternNode.Text(text.toString()));
            text.setLength(0);
        }
    }

    /** The position is after the backslash. A lone backslash at the end is dropped, as in Logback. */
    private void readEscape(StringBuilder text, String escapable) throws PatternSyntaxProblem {
        if (at == pattern.length()) {
            return;
        }
        char c = pattern.charAt(at++);
        if (escapable.indexOf(c) >= 0 || c == '\\') {
            text.append(c);
            return;
        }
        switch (c) {
            case '_' -> {} // separates a word from the letters after it
            case 't' -> text.append('\t');
            case 'r' -> text.append('\r');
            case 'n' -> text.append('\n');
            default ->
                throw new PatternSyntaxProblem(
                        at - 1, "\\" + c + " is no escape; there are \\\\ \\% \\( \\) \\_ \\t \\n \\r");
        }
    }

    private PatternNode readConversion(StringBuilder text) throws PatternSyntaxProblem {
        int column = at++;
        int start = at;
        while (at < pattern.length()
                && pattern.charAt(at) != '('
                && !Character.isJavaIdentifierStart(pattern.charAt(at))) {
            at++;
        }
        if (at == pattern.length()) {
            throw new PatternSyntaxProblem(column, "no word follows this '%'; write \\% to mean a percent sign");
        }
        Modifier modifier = start == at ? null : readModifier(column, pattern.substring(start, at));
        start = at;
        while (at < pattern.length() && Character.isJavaIdentifierPart(pattern.charAt(at))) {
            at++;
        }
        String word = pattern.substring(start, at);
        if (at < pattern.length() && pattern.charAt(at) == '(') {
            return readGroup(word, modifier, column, text);
        }
        List<String> options = at < pattern.length() && pattern.charAt(at) == '{' ? readOptions() : List.of();
        return new PatternNode.Word(word, options, modifier, column);
    }

    private static Modifier readModifier(int column, String text) throws PatternSyntaxProblem {
        try {
            return Modifier.parse(text);
        } catch (NumberFormatException e) {
            throw new PatternSyntaxProblem(column, "\"" + text + "\" is no format modifier; an example is -20.30");
        }
    }

    private PatternNode readGroup(String word, @Nullable Modifier modifier, int column, StringBuilder text)
            throws PatternSyntaxProblem {
        at++;
        List<PatternNode> children = new ArrayList<>();
        readNodes(children);
        if (at == pattern.length()) {
            throw new PatternSyntaxProblem(column, "the group that begins here is not closed with ')'");
        }
        at++;
        List<String> options = List.of();
        if (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == '{') {
                options = readOptions();
            } else if (c == '\\') {
                at++;
                readEscape(text, "%{}");
            }
        }
        return new PatternNode.Group(word, children, options, modifier, column);
    }

    private List<String> readOptions() throws PatternSyntaxProblem {
        OptionReader reader = new OptionReader(pattern, at);
        List<String> options = reader.read();
        at = reader.end();
        return options;
    }
}
