package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces what matches a regular expression in what other steps write. It allocates: regular expressions do. */
final class ReplaceStep implements Step {
    private final Step[] steps;
    private final Pattern pattern;
    private final String replacement;

    ReplaceStep(Step[] steps, Pattern pattern, String replacement) {
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
