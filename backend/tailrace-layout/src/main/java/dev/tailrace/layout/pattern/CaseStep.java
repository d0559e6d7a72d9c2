package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes the output of other steps in upper or lower case. It allocates; used for precomputed texts. */
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
