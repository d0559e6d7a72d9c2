package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;

/**
 * A format modifier such as {@code -20.30}: at least {@code minimum} characters wide, at most {@code maximum}. Characters are
 * UTF-16 units.
 *
 * @param zeros whether to pad with zeros instead of spaces, which only Log4j does
 */
public record Modifier(int minimum, boolean padRight, int maximum, boolean keepStart, boolean zeros) {
    /** Parses a modifier. Throws {@link IllegalArgumentException} if the text isn't one. */
    public static Modifier parse(String text) {
        int dot = text.indexOf('.');
        String first = dot < 0 ? text : text.substring(0, dot);
        int minimum = first.isEmpty() ? 0 : Integer.parseInt(first);
        int maximum = dot < 0 ? Integer.MAX_VALUE : Integer.parseInt(text.substring(dot + 1));
        return new Modifier(Math.abs(minimum), minimum < 0, Math.abs(maximum), maximum < 0, false);
    }

    /** Pads or cuts the text from byte {@code start} on. */
    void apply(TextBuffer out, int start) {
        int characters = out.charactersFrom(start);
        if (characters > maximum) {
            if (keepStart) {
                out.keepFirst(start, maximum);
            } else {
                out.keepLast(start, maximum);
            }
        } else if (characters < minimum) {
            if (padRight) {
                out.appendSpaces(minimum - characters);
            } else {
                out.insertSpaces(start, minimum - characters);
                if (zeros) {
                    Arrays.fill(out.array(), start, Math.min(out.length(), start + minimum - characters), (byte) '0');
                }
            }
        }
    }
}
