package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/** Pads or cuts what other steps write. */
final class ModifiedStep implements Step {
    private final Step[] steps;
    private final Modifier modifier;

    ModifiedStep(Step[] steps, Modifier modifier) {
        this.steps = steps;
        this.modifier = modifier;
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
