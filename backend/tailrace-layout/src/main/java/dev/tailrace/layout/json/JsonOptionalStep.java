package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Writes what other steps write, for events that have it. */
public final class JsonOptionalStep implements Step {
    private final JsonValue.Presence presence;
    private final Step[] steps;

    JsonOptionalStep(JsonValue.Presence presence, List<Step> steps) {
        this.presence = presence;
        this.steps = steps.toArray(new Step[0]);
    }

    /** Whether all that is written comes from such steps. */
    public boolean all(Predicate<Step> kind) {
        return Arrays.stream(steps).allMatch(kind);
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
