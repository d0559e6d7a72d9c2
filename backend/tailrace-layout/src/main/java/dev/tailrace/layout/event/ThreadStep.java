package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/** Writes the name of the thread that logged; of one without a name, in Logback's dialect and JSON, its kind and id. */
public final class ThreadStep implements Step {
    private final EncodedTextCache names = new EncodedTextCache();
    private final EncodedTextCache.Maker maker;
    private final ControlCharacters controls;
    private final boolean numbered;

    /**
     * @param controls {@code KEPT} or {@code ESCAPED}
     * @param numbered whether the id takes the place of an empty name
     */
    public ThreadStep(ControlCharacters controls, boolean numbered) {
        this.controls = controls;
        this.numbered = numbered;
        this.maker = controls == ControlCharacters.KEPT ? EncodedText::kept : EncodedText::plain;
    }

    @Override
    public boolean isSteady() {
        return true;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        String name = event.threadName();
        if (numbered && name.isEmpty()) {
            Thread thread = Thread.currentThread();
            out.append(thread.getClass().getName().endsWith("VirtualThread") ? "virtual-" : "unnamed-")
                    .append(thread.getId());
            return;
        }
        EncodedText known = names.find(name, maker);
        if (known != null) {
            out.appendWords(known.words(), 0, known.length());
        } else {
            out.append(name, controls);
        }
    }
}
