package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import java.util.function.Predicate;

/** Pads or cuts what other steps write. */
public final class ModifiedStep implements Step {
    private final Step[] steps;
    private final Modifier modifier;

    public ModifiedStep(Step[] steps, Modifier modifier) {
        this.steps = steps;
        this.modifier = modifier;
    }

    /** Whether all that is written comes from such steps. */
    boolean all(Predicate<Step> kind) {
        return Arrays.stream(steps).allMatch(kind);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        int start = out.length();
        for (Step step : steps) {
            step.write(event, out);
        }
        modifier.apply(out, start);
    }
}
