package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the same text for every event. */
final class LiteralStep implements Step {
    private final byte[] text;

    LiteralStep(String text) {
        this(text.getBytes(StandardCharsets.UTF_8));
    }

    LiteralStep(byte[] utf8) {
        this.text = utf8;
    }

    byte[] text() {
        return text;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        out.append(text);
    }
}
