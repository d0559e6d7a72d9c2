package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;

/** Pads or cuts the output of other steps. */
public final class ModifiedStep implements Step {
    private final Step[] steps;
    private final Modifier modifier;

    public ModifiedStep(Step[] steps, Modifier modifier) {
        this.steps = steps;
        this.modifier = modifier;
    }

    @Override
    public boolean readsMessage() {
        return Arrays.stream(steps).anyMatch(Step::readsMessage);
    }

    @Override
    public boolean isSteady() {
        return Arrays.stream(steps).allMatch(Step::isSteady);
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
