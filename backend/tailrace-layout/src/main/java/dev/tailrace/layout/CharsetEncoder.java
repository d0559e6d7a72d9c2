package dev.tailrace.layout;

import dev.tailrace.bytes.SingleByteCharset;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of another encoder in a charset other than UTF-8. Allocates nothing for single-byte charsets; for others each line
 * becomes a string first. Thread-safe.
 */
public final class CharsetEncoder implements Encoder {
    /** Characters reserved for the note at the end of a truncated line. */
    private static final int RESERVED = 64;

    private final Encoder utf8;
    private final Charset charset;
    private final @Nullable SingleByteCharset single;
    private final int bytesPerCharacter;

    /** @param charset a charset that can encode */
    public CharsetEncoder(Encoder utf8, Charset charset) {
        this.utf8 = utf8;
        this.charset = charset;
        this.single = SingleByteCharset.of(charset);
        this.bytesPerCharacter = (int) Math.ceil(charset.newEncoder().maxBytesPerChar());
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer line) {
        int start = line.length();
        utf8.encode(event, message, arguments, line);
        if (single != null) {
            line.changeCharset(start, single);
        } else {
            line.changeTo(start, bytes(line, start));
        }
    }

    private byte[] bytes(TextBuffer line, int start) {
        String text = new String(line.array(), start, line.length() - start, StandardCharsets.UTF_8);
        byte[] bytes = text.getBytes(charset);
        int room = line.maximumLength() - start;
        if (bytes.length <= room) {
            return bytes;
        }
        int kept = Math.max(0, room / bytesPerCharacter - RESERVED);
        if (kept > 0 && Character.isHighSurrogate(text.charAt(kept - 1))) {
            kept--;
        }
        String end = " [" + (text.length() - kept) + " characters cut]" + System.lineSeparator();
        return (text.substring(0, kept) + end).getBytes(charset);
    }
}
