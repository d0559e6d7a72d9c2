package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;

/** Closes an object or array, and removes a comma after its last element. */
final class JsonCloseStep implements IndependentStep {
    static final JsonCloseStep OBJECT = new JsonCloseStep('}');
    static final JsonCloseStep ARRAY = new JsonCloseStep(']');

    private final char bracket;

    private JsonCloseStep(char bracket) {
        this.bracket = bracket;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        JsonText.close(out, bracket);
    }
}
