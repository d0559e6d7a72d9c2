package dev.tailrace.bytes;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A character set in which each character is one byte, such as ISO-8859-1 or windows-1252: never longer than UTF-8, so that text can be
 * changed in place, without garbage. Characters that it lacks become its replacement, a question mark, as in {@link
 * String#getBytes(Charset)}. Thread-safe.
 */
public final class SingleByteCharset {
    private static final String BEYOND = "\ud83d\ude00";

    private final byte[] bytes;
    private final byte replacement;

    private SingleByteCharset(byte[] bytes, byte replacement) {
        this.bytes = bytes;
        this.replacement = replacement;
    }

    /** Null when a character may be more than one byte in this character set. */
    public static @Nullable SingleByteCharset of(Charset charset) {
        // Encoders of shift sequences have single bytes, too, but not always.
        if (charset.newEncoder().maxBytesPerChar() != 1.0f
                || charset.newDecoder().maxCharsPerByte() != 1.0f) {
            return null;
        }
        char[] all = new char[1 << Character.SIZE];
        for (int i = 0; i < all.length; i++) {
            all[i] = Character.isSurrogate((char) i) ? '?' : (char) i;
        }
        // By the encoder: where two bytes mean one character, only the encoder knows which byte is written.
        byte[] bytes = new String(all).getBytes(charset);
        byte[] replacement = BEYOND.getBytes(charset);
        return bytes.length == all.length && replacement.length == 1
                ? new SingleByteCharset(bytes, replacement[0])
                : null;
    }

    /** Changes the UTF-8 text between {@code from} and {@code end}, which has whole characters, and returns its new end. */
    int change(byte[] array, int from, int end) {
        int to = from;
        int i = from;
        while (i < end) {
            int b = array[i];
            if (b >= 0) {
                array[to++] = bytes[b];
                i++;
            } else if ((b & 0xe0) == 0xc0) {
                array[to++] = bytes[(b & 0x1f) << 6 | (array[i + 1] & 0x3f)];
                i += 2;
            } else if ((b & 0xf0) == 0xe0) {
                array[to++] = bytes[(b & 0x0f) << 12 | (array[i + 1] & 0x3f) << 6 | (array[i + 2] & 0x3f)];
                i += 3;
            } else {
                array[to++] = replacement;
                i += 4;
            }
        }
        return to;
    }
}
