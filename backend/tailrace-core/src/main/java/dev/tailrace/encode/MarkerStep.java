package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;

/** Writes the markers, separated by spaces. */
final class MarkerStep implements Step {
    @Override
    public void write(Event event, TextBuffer out) {
        for (int i = 0; i < event.markerCount(); i++) {
            if (i > 0) {
                out.append(' ');
            }
            ArgumentText.writeScalar(event.marker(i), out);
        }
    }
}
