package dev.tailrace.layout.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads <code>{a, 'b', "c"}</code>. By Logback's rules: quotes count only at the start of the list or after a quoted option, a backslash in
 * quotes is kept, and the first right brace outside of quotes ends the list.
 */
final class OptionReader {
    private final String pattern;
    private final int start;
    private final List<String> options = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int at;

    /** {@code at} is the position of the left brace. */
    OptionReader(String pattern, int at) {
        this.pattern = pattern;
        this.start = at;
        this.at = at + 1;
    }

    /** The position after the right brace. */
    int end() {
        return at;
    }

    List<String> read() throws PatternSyntaxProblem {
        boolean raw = false;
        while (true) {
            char c = next();
            if (c == '}') {
                if (raw) {
                    add(text.toString().trim());
                }
                return options;
            }
            if (raw) {
                if (c == ',') {
                    add(text.toString().trim());
                } else {
                    text.append(c);
                }
            } else if (c == '\'' || c == '"') {
                readQuoted(c);
            } else if (" \t\r\n,".indexOf(c) < 0) {
                text.append(c);
                raw = true;
            }
        }
    }

    private void readQuoted(char quote) throws PatternSyntaxProblem {
        for (char c = next(); c != quote; c = next()) {
            text.append(c);
            if (c == '\\') {
                text.append(next());
            }
        }
        add(text.toString());
    }

    private void add(String option) {
        options.add(option);
        text.setLength(0);
    }

    private char next() throws PatternSyntaxProblem {
        if (at == pattern.length()) {
            throw new PatternSyntaxProblem(start, "the options that begin here are not closed with '}'");
        }
        return pattern.charAt(at++);
    }
}
