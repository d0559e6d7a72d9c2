package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/** Writes the name of the thread that logged. */
public final class ThreadStep implements Step {
    private final EncodedTextCache names = new EncodedTextCache();
    private final EncodedTextCache.Maker maker;
    private final ControlCharacters controls;

    public ThreadStep() {
        this(ControlCharacters.ESCAPED);
    }

    /** @param controls {@code KEPT} or {@code ESCAPED} */
    public ThreadStep(ControlCharacters controls) {
        this.controls = controls;
        this.maker = controls == ControlCharacters.KEPT ? EncodedText::kept : EncodedText::plain;
    }

    @Override
    public boolean isSteady() {
        return true;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        String name = event.threadName();
        EncodedText known = names.find(name, maker);
        if (known != null) {
            out.appendWords(known.words(), 0, known.length());
        } else {
            out.append(name, controls);
        }
    }
}
