package dev.tailrace.layout.json;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.List;

/** What a value of a JSON template was compiled to. */
sealed interface JsonValue {
    /** Whether a value is there for an event. Thread-safe, cheap. */
    @FunctionalInterface
    interface Presence {
        boolean isFor(Event event);
    }

    /** Always there. */
    record Always(List<Step> steps) implements JsonValue {
        static Always of(Step... steps) {
            return new Always(List.of(steps));
        }
    }

    /** There for some events only; for others its name is left out, too. */
    record Sometimes(Presence presence, List<Step> steps) implements JsonValue {
        static Sometimes of(Presence presence, Step... steps) {
            return new Sometimes(presence, List.of(steps));
        }
    }

    /** Any number of members for the object around, each with a comma behind it. */
    record Members(Presence presence, List<Step> steps) implements JsonValue {
        static Members of(Presence presence, Step step) {
            return new Members(presence, List.of(step));
        }
    }

    /** Never there. */
    record Never() implements JsonValue {}

    Never NEVER = new Never();
}
