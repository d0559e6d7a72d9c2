package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;

/** Writes a text for each level: the level's name with the text around it. */
public final class LevelStep implements Step {
    public static final int LEVELS = 5;
    public static final LevelStep NAMES = new LevelStep(texts("TRACE", "DEBUG", "INFO", "WARN", "ERROR"));

    private final byte[][] texts;

    public LevelStep(byte[][] texts) {
        this.texts = texts;
    }

    public static byte[][] texts(String trace, String debug, String info, String warn, String error) {
        String[] all = {trace, debug, info, warn, error};
        byte[][] texts = new byte[LEVELS][];
        for (int i = 0; i < LEVELS; i++) {
            texts[i] = all[i].getBytes(StandardCharsets.UTF_8);
        }
        return texts;
    }

    @Override
    public boolean isSteady() {
        return true;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        int index = event.level() / 10;
        out.append(texts[Math.max(0, Math.min(index, LEVELS - 1))]);
    }
}
