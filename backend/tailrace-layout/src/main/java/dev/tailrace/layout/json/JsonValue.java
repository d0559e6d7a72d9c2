package dev.tailrace.layout.json;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.List;

/** The compiled form of a value in a JSON template. */
sealed interface JsonValue {
    /** Whether an event has a value. Thread-safe, cheap. */
    @FunctionalInterface
    interface Presence {
        boolean isFor(Event event);
    }

    /** Written for every event. */
    record Always(List<Step> steps) implements JsonValue {
        static Always of(Step... steps) {
            return new Always(List.of(steps));
        }
    }

    /** Written for some events; for others, the member's name is left out, too. */
    record Sometimes(Presence presence, List<Step> steps) implements JsonValue {
        static Sometimes of(Presence presence, Step... steps) {
            return new Sometimes(presence, List.of(steps));
        }
    }

    /** Any number of members of the enclosing object, each followed by a comma. */
    record Members(Presence presence, List<Step> steps) implements JsonValue {
        static Members of(Presence presence, Step step) {
            return new Members(presence, List.of(step));
        }
    }

    /** Never written. */
    record Never() implements JsonValue {}

    Never NEVER = new Never();
}
