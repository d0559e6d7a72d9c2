package dev.tailrace.encode;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/** Writes the name of the thread that logged. */
final class ThreadStep implements Step {
    private final KnownTexts names = new KnownTexts();

    @Override
    public void write(Event event, TextBuffer out) {
        String name = event.threadName();
        KnownText known = names.find(name, KnownText::plain);
        if (known != null) {
            out.appendWords(known.words(), 0, known.length());
        } else {
            out.append(name, ControlCharacters.ESCAPED);
        }
    }
}
