package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.Arrays;
import java.util.List;

/** Runs other steps for events that have a value. */
public final class JsonOptionalStep implements Step {
    private final JsonValue.Presence presence;
    private final Step[] steps;

    JsonOptionalStep(JsonValue.Presence presence, List<Step> steps) {
        this.presence = presence;
        this.steps = steps.toArray(new Step[0]);
    }

    @Override
    public boolean readsMessage() {
        return Arrays.stream(steps).anyMatch(Step::readsMessage);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        if (presence.isFor(event)) {
            for (Step step : steps) {
                step.write(event, out);
            }
        }
    }
}
