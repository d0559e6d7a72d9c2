package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Replaces each line end and tab in the output of other steps by an underscore, as JHipster's generated {@code CRLFLogConverter} does. A
 * few loggers, and events with the marker {@code CRLF_SAFE}, are exempt.
 */
final class CrlfStep implements Step {
    private static final String[] SAFE = {
        "org.hibernate", "org.springframework.boot.autoconfigure", "org.springframework.boot.diagnostics"
    };

    private final Step[] steps;
    private final byte[] replacement;

    CrlfStep(List<Step> steps, List<String> colours, boolean coloured) {
        this.steps = steps.toArray(new Step[0]);
        String start = coloured ? Ansi.start(colours) : null;
        this.replacement = (start == null ? "_" : start + "_" + Ansi.RESET).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        int start = out.length();
        for (Step step : steps) {
            step.write(event, out);
        }
        if (isSafe(event)) {
            return;
        }
        byte[] bytes = out.array();
        for (int i = start; i < out.length(); i++) {
            if (isReplaced(bytes[i])) {
                replaceFrom(i, out);
                return;
            }
        }
    }

    /** Replaces from the first match on. Rare, so a copy is acceptable. */
    private void replaceFrom(int first, TextBuffer out) {
        byte[] rest = Arrays.copyOfRange(out.array(), first, out.length());
        out.truncate(first);
        int from = 0;
        for (int i = 0; i < rest.length; i++) {
            if (isReplaced(rest[i])) {
                out.append(rest, from, i - from);
                out.append(replacement);
                from = i + 1;
            }
        }
        out.append(rest, from, rest.length - from);
    }

    private static boolean isReplaced(byte b) {
        return b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isSafe(Event event) {
        for (String name : SAFE) {
            if (event.loggerName().startsWith(name)) {
                return true;
            }
        }
        return event.markers().has("CRLF_SAFE", false);
    }
}
