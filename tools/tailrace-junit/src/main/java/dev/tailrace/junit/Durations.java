package dev.tailrace.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in the form of annotations: {@code 200ms}, {@code 2s}, {@code 1m}. */
final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}) ?(ms|s|m)");

    private Durations() {}

    /**
     * The duration in nanoseconds.
     *
     * @throws IllegalArgumentException if the text has another form; the message names the allowed forms
     */
    static long nanos(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write a whole number and ms, s or m, such as 200ms");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> number * 1_000_000L;
            case "s" -> number * 1_000_000_000L;
            default -> number * 60_000_000_000L;
        };
    }
}
