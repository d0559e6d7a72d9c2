package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import java.util.List;

/** Escapes the output of other steps for a JSON string. The text around it has the quotation marks. */
public final class JsonStringStep implements Step {
    private final Step[] steps;

    public JsonStringStep(List<Step> steps) {
        this.steps = steps.toArray(new Step[0]);
    }

    public JsonStringStep(Step step) {
        this(List.of(step));
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
        int start = out.beginJson();
        for (Step step : steps) {
            step.write(event, out);
        }
        out.endJson(start);
    }
}
