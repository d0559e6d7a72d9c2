package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/** The encoded bytes of a string, with the positions of its placeholders. Immutable; does not hold the string. */
final class EncodedText {
    private static final int[] NONE = {};

    private final WeakReference<String> text;
    private final byte[] words;
    private final int length;
    private final int[] placeholders;

    private EncodedText(String text, byte[] utf8, int[] placeholders) {
        this.text = new WeakReference<>(text);
        this.words = TextBuffer.inWords(utf8);
        this.length = utf8.length;
        this.placeholders = placeholders;
    }

    /** Encodes a text with its control characters escaped. */
    static EncodedText plain(String text) {
        return new EncodedText(text, bytes(text, ControlCharacters.ESCAPED), NONE);
    }

    /** Encodes a text unchanged. */
    static EncodedText kept(String text) {
        return new EncodedText(text, bytes(text, ControlCharacters.KEPT), NONE);
    }

    /** Encodes a message with placeholders. It must not contain a backslash. */
    static EncodedText template(String text, ControlCharacters controls) {
        byte[] utf8 = bytes(text, controls);
        int[] placeholders = new int[utf8.length / 2];
        int count = 0;
        for (int i = 0; i + 1 < utf8.length; i++) {
            if (utf8[i] == '{' && utf8[i + 1] == '}') {
                placeholders[count++] = i++;
            }
        }
        return new EncodedText(text, utf8, Arrays.copyOf(placeholders, count));
    }

    private static byte[] bytes(String text, ControlCharacters controls) {
        TextBuffer buffer = new TextBuffer(64, Integer.MAX_VALUE - 8);
        buffer.append(text, controls);
        return Arrays.copyOf(buffer.array(), buffer.length());
    }

    /** Whether this is the encoded form of {@code other}. */
    boolean isOf(String other) {
        return text.refersTo(other) || other.equals(text.get());
    }

    /** The bytes, padded for {@link TextBuffer#appendWords}. */
    byte[] words() {
        return words;
    }

    int length() {
        return length;
    }

    /** The positions of {@code {}} in {@link #words()}. */
    int[] placeholders() {
        return placeholders;
    }
}
