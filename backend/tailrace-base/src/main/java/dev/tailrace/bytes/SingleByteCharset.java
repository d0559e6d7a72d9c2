package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A character set in which each character is one byte, such as ISO-8859-1 or windows-1252: never longer than UTF-8, so that text can be
 * changed in its place, without garbage. What it doesn't have becomes its replacement, a question mark, as in
 * {@link String#getBytes(Charset)}. Thread-safe.
 */
public final class SingleByteCharset {
    private final byte[] bytes = new byte[1 << Character.SIZE];
    private final byte replacement;

    private SingleByteCharset(Charset charset) {
        this.replacement = charset.newEncoder().replacement()[0];
        Arrays.fill(bytes, replacement);
        for (int i = 0; i < 1 << Byte.SIZE; i++) {
            String character = decoded((byte) i, charset);
            if (character != null && character.length() == 1) {
                bytes[character.charAt(0)] = (byte) i;
            }
        }
    }

    /** Null when a character may be more than one byte in this character set. */
    public static @Nullable SingleByteCharset of(Charset charset) {
        // Encoders of shift sequences have single bytes, too, but not always.
        boolean single = charset.newEncoder().maxBytesPerChar() == 1.0f
                && charset.newDecoder().maxCharsPerByte() == 1.0f
                && charset.newEncoder().replacement().length == 1;
        return single ? new SingleByteCharset(charset) : null;
    }

    private static @Nullable String decoded(byte code, Charset charset) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(new byte[] {code}))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
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
