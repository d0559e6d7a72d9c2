package dev.tailrace.slf4j.twin;

import java.util.stream.Collectors;

/** What may differ between two runs, and is taken out before they are compared. */
enum Mask {
    /** Bytes are compared as they are; but the entry of a zip is dated to the minute. */
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
