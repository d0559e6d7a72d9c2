package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the text of stack frames, which are few and come again and again: to put one together takes a dozen objects. Thread-safe without
 * locks.
 *
 * <p>A frame is remembered when its hash comes to its place for the second time in a row. It is held as it is: a frame consists of names
 * and a line number, and keeps no class alive. (Two classes of the same names, one of them loaded by the application's own class loader and
 * the other by one that was given that loader's name, would be shown alike.)
 */
public final class FrameTextCache {
    private static final int PLACES = 4_096;

    /** A frame and its bytes, with some behind them that {@link TextBuffer#appendWords} may read. */
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

    /** A race may lose an entry or show an old one; each is immutable and checked against the frame. */
    private final @Nullable Known[] known = new @Nullable Known[PLACES];

    private final int[] seen = new int[PLACES];

    /** Appends what the frame's {@code toString()} says. */
    public void write(@Nullable StackTraceElement frame, TextBuffer out) {
        if (frame == null) {
            // The frames of a throwable that makes its own.
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
