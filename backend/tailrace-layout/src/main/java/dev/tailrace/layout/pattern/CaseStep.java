package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes what other steps write in capitals or small letters. It allocates; it is for texts that are precomputed. */
public record CaseStep(List<Step> steps, boolean upper) implements Step {
    @Override
    public void write(Event event, TextBuffer out) {
        int start = out.length();
        steps.forEach(step -> step.write(event, out));
        String text = new String(out.array(), start, out.length() - start, StandardCharsets.UTF_8);
        out.truncate(start);
        out.append(upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT));
    }
}
