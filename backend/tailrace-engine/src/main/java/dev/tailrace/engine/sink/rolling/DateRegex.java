package dev.tailrace.engine.sink.rolling;

import java.util.regex.Pattern;

/** Turns a date pattern into a regular expression that matches at least every date that the pattern can print. */
final class DateRegex {
    private static final String NUMBERS = "yYuMLdDHhKkmsSwWFen";

    private DateRegex() {}

    static String of(String datePattern) {
        StringBuilder regex = new StringBuilder();
        int i = 0;
        while (i < datePattern.length()) {
            char c = datePattern.charAt(i);
            int run = 1;
            while (i + run < datePattern.length() && datePattern.charAt(i + run) == c) {
                run++;
            }
            if (c == '\'') {
                i = quoted(datePattern, i, regex);
            } else {
                if (Character.isLetter(c)) {
                    regex.append(letters(c, run));
                } else {
                    regex.append(Pattern.quote(String.valueOf(c).repeat(run)));
                }
                i += run;
            }
        }
        return regex.toString();
    }

    private static String letters(char letter, int run) {
        boolean name = run >= 3 && "MLe".indexOf(letter) >= 0;
        if (NUMBERS.indexOf(letter) < 0 || name) {
            return ".+?";
        }
        return run == 1 ? "\\d+" : "\\d{" + run + "}";
    }

    private static int quoted(String pattern, int start, StringBuilder regex) {
        int end = pattern.indexOf('\'', start + 1);
        if (end < 0) {
            return pattern.length();
        }
        String text = end == start + 1 ? "'" : pattern.substring(start + 1, end);
        regex.append(Pattern.quote(text));
        return end + 1;
    }
}
