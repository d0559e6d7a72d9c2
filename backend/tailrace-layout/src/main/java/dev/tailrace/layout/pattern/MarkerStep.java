package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ArgumentText;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;

/** Writes the markers, separated by spaces. */
public final class MarkerStep implements IndependentStep {
    @Override
    public void write(Event event, TextBuffer out) {
        for (int i = 0; i < event.markers().count(); i++) {
            if (i > 0) {
                out.append(' ');
            }
            ArgumentText.writeScalar(event.markers().get(i), out);
        }
    }
}
