package dev.tailrace.slf4j.twin;

import java.util.stream.Collectors;

/** The allowed differences between two runs, removed before the comparison. */
enum Mask {
    /** Compares the bytes; only the time of a zip entry is rounded to the minute. */
    NOTHING,
    /** Times as digits. */
    DIGITS,
    /** The time at the beginning of a line. */
    TIME,
    /** The end of a line inside of an argument, which Tailrace escapes. */
    LINES,
    /** Lines of JSON: the order of fields, and the time. */
    JSON;

    String of(String text) {
        return switch (this) {
            case NOTHING -> text.replaceAll("\\d{4}-\\d\\d-\\d\\d_\\d{4}", "MINUTE");
            case DIGITS -> text.replaceAll("[0-9]", "0");
            case TIME -> text.replaceAll("(?m)^[-0-9T:.]+Z? ", "");
            case LINES -> text.replace("two\nlines", "two\\nlines");
            case JSON -> text.lines().map(JsonFields::of).collect(Collectors.joining("\n"));
        };
    }
}
