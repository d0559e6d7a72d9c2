package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Caches the text of stack frames, which are few and recur; building a text takes a dozen objects. Thread-safe without locks.
 *
 * <p>A frame is cached when its hash occurs for the second time in a row at its place in the table. The cache holds the frame itself, which
 * consists of names and a line number and keeps no class alive. (Two classes with equal names, one of the application's class loader and
 * one of another loader with that loader's name, look alike.)
 */
public final class FrameTextCache {
    private static final int PLACES = 4_096;

    /** A frame and its bytes, padded for {@link TextBuffer#appendWords}. */
    private static final class Known {
        final StackTraceElement frame;
        final byte[] words;
        final int length;

        Known(StackTraceElement frame, byte[] utf8) {
            this.frame = frame;
            this.words = TextBuffer.inWords(utf8);
            this.length = utf8.length;
        }
    }

    /** A race may lose an entry or return an old one. This is safe: entries are immutable and compared with the frame. */
    private final @Nullable Known[] known = new @Nullable Known[PLACES];

    private final int[] seen = new int[PLACES];

    /** Appends the text of the frame's {@code toString()}. */
    public void write(@Nullable StackTraceElement frame, TextBuffer out) {
        if (frame == null) {
            // A throwable that builds its own frames may contain null.
            out.appendNull();
            return;
        }
        int hash = frame.hashCode();
        int place = (hash ^ hash >>> 16) & PLACES - 1;
        Known entry = known[place];
        if (entry != null && entry.frame.equals(frame)) {
            out.appendWords(entry.words, 0, entry.length);
            return;
        }
        String text = frame.toString();
        out.append(text, ControlCharacters.ESCAPED);
        if (seen[place] == hash) {
            known[place] = known(frame, text);
        } else {
            seen[place] = hash;
        }
    }

    private static Known known(StackTraceElement frame, String text) {
        TextBuffer buffer = new TextBuffer(128, Integer.MAX_VALUE - 8);
        buffer.append(text, ControlCharacters.ESCAPED);
        return new Known(frame, Arrays.copyOf(buffer.array(), buffer.length()));
    }
}
