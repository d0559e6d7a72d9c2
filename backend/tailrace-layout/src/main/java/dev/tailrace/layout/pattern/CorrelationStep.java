package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the ids that connect lines with a request, from the diagnostic context: <code>[trace-span] </code>, each padded to its length.
 * Without ids, writes as many spaces. Immutable.
 */
final class CorrelationStep implements IndependentStep {
    /** Spring Boot's default. */
    static final CorrelationStep DEFAULT =
            new CorrelationStep(List.of(new Part("traceId", 32), new Part("spanId", 16)));

    private static final Pattern PART = Pattern.compile("(.+?)\\((\\d{1,4})\\)");

    private record Part(String name, int length) {}

    private final Part[] parts;
    private final String blank;

    private CorrelationStep(List<Part> parts) {
        this.parts = parts.toArray(new Part[0]);
        this.blank = parts.stream().map(part -> " ".repeat(part.length)).collect(Collectors.joining(" ", "[", "] "));
    }

    /** Null if a part isn't a name with a length. */
    static @Nullable CorrelationStep of(List<String> options) {
        List<String> given = options.stream()
                .flatMap(option -> Arrays.stream(option.split(",", -1)))
                .map(String::trim)
                .filter(option -> !option.isEmpty())
                .toList();
        List<Part> parts = new ArrayList<>();
        for (String each : given) {
            Matcher matcher = PART.matcher(each);
            if (!matcher.matches()) {
                return null;
            }
            parts.add(new Part(matcher.group(1), Integer.parseInt(matcher.group(2))));
        }
        return parts.isEmpty() ? DEFAULT : new CorrelationStep(parts);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        if (!isAny(event)) {
            out.append(blank);
            return;
        }
        out.append('[');
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                out.append('-');
            }
            Part part = parts[i];
            String value = event.contextValue(part.name);
            int start = out.length();
            if (value != null) {
                out.append(value, ControlCharacters.ESCAPED);
            }
            int missing = part.length - out.charactersFrom(start);
            if (missing > 0) {
                out.appendSpaces(missing);
            }
        }
        out.append(']').append(' ');
    }

    private boolean isAny(Event event) {
        for (Part part : parts) {
            String value = event.contextValue(part.name);
            if (value != null && !value.isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
