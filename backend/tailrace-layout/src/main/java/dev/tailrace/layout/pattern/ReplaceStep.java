package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces the matches of a regular expression in the output of other steps. It allocates, as regular expressions do. */
public final class ReplaceStep implements Step {
    private final Step[] steps;
    private final Pattern pattern;
    private final String replacement;

    public ReplaceStep(Step[] steps, Pattern pattern, String replacement) {
        this.steps = steps;
        this.pattern = pattern;
        this.replacement = replacement;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        int start = out.length();
        for (Step step : steps) {
            step.write(event, out);
        }
        String text = new String(out.array(), start, out.length() - start, StandardCharsets.UTF_8);
        String replaced;
        try {
            Matcher matcher = pattern.matcher(text);
            if (!matcher.find()) {
                return;
            }
            replaced = matcher.replaceAll(replacement);
        } catch (RuntimeException | StackOverflowError e) {
            // The replacement names a missing group, or the expression recurses too deep: the text stays unchanged.
            return;
        }
        out.truncate(start);
        out.append(replaced);
    }
}
