package dev.tailrace.encode;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/** Writes the name of the thread that logged. */
final class ThreadStep implements Step {
    private final KnownTexts names = new KnownTexts();
    private final KnownTexts.Maker maker;
    private final ControlCharacters controls;

    ThreadStep() {
        this(ControlCharacters.ESCAPED);
    }

    /** @param controls {@code KEPT} or {@code ESCAPED} */
    ThreadStep(ControlCharacters controls) {
        this.controls = controls;
        this.maker = controls == ControlCharacters.KEPT ? KnownText::kept : KnownText::plain;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        String name = event.threadName();
        KnownText known = names.find(name, maker);
        if (known != null) {
            out.appendWords(known.words(), 0, known.length());
        } else {
            out.append(name, controls);
        }
    }
}
