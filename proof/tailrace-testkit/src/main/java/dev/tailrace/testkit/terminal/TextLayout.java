package dev.tailrace.testkit.terminal;

import java.util.ArrayList;
import java.util.List;

/** Cuts, wraps and pads texts to a number of columns, and makes control characters visible. */
final class TextLayout {
    private TextLayout() {}

    /** Wraps at spaces; a word longer than the width is split. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\n", -1)) {
            StringBuilder line = new StringBuilder();
            for (String word : safe(paragraph).split(" ", -1)) {
                String rest = word;
                if (!line.isEmpty() && width(line) + 1 + width(rest) > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                } else if (!line.isEmpty()) {
                    line.append(' ');
                }
                while (width(rest) > width) {
                    int cut = rest.offsetByCodePoints(0, width);
                    lines.add(rest.substring(0, cut));
                    rest = rest.substring(cut);
                }
                line.append(rest);
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** The length of the longest word, the least width to which a text can be wrapped. */
    static int longestWord(String text) {
        int longest = 0;
        for (String word : text.split("[ \n]", -1)) {
            longest = Math.max(longest, width(word));
        }
        return longest;
    }

    static String padded(String text, int width, boolean right) {
        String spaces = " ".repeat(Math.max(0, width - width(text)));
        return right ? spaces + text : text + spaces;
    }

    /** Cuts a text that is too wide, with an ellipsis. */
    static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
    }

    static int width(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }

    /** Replaces control characters: they come from logs and must not reach the terminal. */
    static String safe(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c == '\t' ? ' ' : Character.isISOControl(c) ? '\ufffd' : c);
        }
        return out.toString();
    }
}
