package dev.tailrace.report;

import org.jspecify.annotations.Nullable;

/**
 * One value of a table with its tone. Immutable.
 *
 * @param value a String, Number or Boolean; null stands for "not measured" and is shown as a dash
 * @param tone the value's importance
 */
public record Cell(@Nullable Object value, Tone tone) {
    /** A good value. */
    public static Cell good(@Nullable Object value) {
        return new Cell(value, Tone.GOOD);
    }

    /** A value worth a look. */
    public static Cell warn(@Nullable Object value) {
        return new Cell(value, Tone.WARN);
    }

    /** A bad value; terminals without colour mark it with an exclamation mark. */
    public static Cell bad(@Nullable Object value) {
        return new Cell(value, Tone.BAD);
    }

    /** A value in the background. */
    public static Cell faint(@Nullable Object value) {
        return new Cell(value, Tone.FAINT);
    }

    static Cell of(@Nullable Object value) {
        return value instanceof Cell cell ? cell : new Cell(value, Tone.PLAIN);
    }
}
