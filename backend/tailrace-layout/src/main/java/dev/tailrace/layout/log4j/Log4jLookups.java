package dev.tailrace.layout.log4j;

import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.pattern.DateOptions;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lookups in a pattern's text that are resolved for each event, such as <code>$${ctx:user}</code>: of the diagnostic context and the
 * event's date; system properties are resolved once. Logged text is never searched for lookups.
 */
public final class Log4jLookups {
    private final List<Problem> problems;
    private final Function<String, @Nullable String> properties;

    public Log4jLookups(List<Problem> problems, Function<String, @Nullable String> properties) {
        this.problems = problems;
        this.properties = properties;
    }

    public List<Step> steps(String text) {
        List<Step> steps = new ArrayList<>();
        int done = 0;
        int open = text.indexOf("${");
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            literal(text.substring(done, open), steps);
            String inner = text.substring(open + 2, close);
            Step step = step(inner);
            if (step == null) {
                problems.add(new Problem(
                        Problem.Kind.BAD_OPTION,
                        0,
                        "${" + inner + "} is not looked up for each event; it is written as it is"));
                step = new LiteralStep(text.substring(open, close + 1));
            }
            steps.add(step);
            done = close + 1;
            open = text.indexOf("${", done);
        }
        literal(text.substring(done), steps);
        return steps;
    }

    private static void literal(String text, List<Step> steps) {
        if (!text.isEmpty()) {
            steps.add(new LiteralStep(text));
        }
    }

    private @Nullable Step step(String inner) {
        int separator = inner.indexOf(":-");
        String name = separator < 0 ? inner : inner.substring(0, separator);
        String otherwise = separator < 0 ? null : inner.substring(separator + 2);
        int colon = name.indexOf(':');
        String key = name.substring(colon + 1);
        switch (colon < 0 ? "" : name.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "ctx" -> {
                return new Log4jContextStep.One(key, otherwise == null ? "${" + name + "}" : otherwise);
            }
            case "date" -> {
                try {
                    return DateOptions.create(key, ZoneId.systemDefault(), Locale.getDefault());
                } catch (RuntimeException e) {
                    return null;
                }
            }
            case "sys" -> {
                String value = properties.apply(key);
                String text = value == null ? otherwise : value;
                return text == null ? null : new LiteralStep(text);
            }
            default -> {
                return null;
            }
        }
    }
}
