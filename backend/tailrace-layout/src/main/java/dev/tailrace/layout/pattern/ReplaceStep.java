package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces what matches a regular expression in what other steps write. It allocates: regular expressions do. */
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
            // A replacement that names a group which is not there, or an expression that recurses too deep: the text
            // stays.
            return;
        }
        out.truncate(start);
        out.append(replaced);
    }
}
