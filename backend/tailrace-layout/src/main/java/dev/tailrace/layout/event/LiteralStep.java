package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the same text for every event. */
public final class LiteralStep implements Step {
    private final byte[] words;
    private final int length;

    public LiteralStep(String text) {
        this(text.getBytes(StandardCharsets.UTF_8));
    }

    public LiteralStep(byte[] utf8) {
        this.words = TextBuffer.inWords(utf8);
        this.length = utf8.length;
    }

    byte[] text() {
        return Arrays.copyOf(words, length);
    }

    int length() {
        return length;
    }

    @Override
    public boolean isSteady() {
        return true;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        write(out);
    }

    void write(TextBuffer out) {
        out.appendWords(words, 0, length);
    }
}
