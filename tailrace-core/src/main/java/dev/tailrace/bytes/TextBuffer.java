package dev.tailrace.bytes;

import java.util.Arrays;

/**
 * A growing array of UTF-8 bytes that text is written into without garbage. Not thread-safe.
 *
 * <p>It never grows beyond {@link #maximumLength()}: what does not fit is counted in {@link #cutBytes()}, never stored.
 */
public final class TextBuffer {
    private final int maximumLength;
    private byte[] array;
    private int length;
    private long cutBytes;

    public TextBuffer(int initialCapacity, int maximumLength) {
        this.array = new byte[initialCapacity];
        this.maximumLength = maximumLength;
    }

    /** The bytes; valid from 0 to {@link #length()}, until the next append. */
    public byte[] array() {
        return array;
    }

    public int length() {
        return length;
    }

    public int maximumLength() {
        return maximumLength;
    }

    /** Bytes that were appended but not stored, because they would have exceeded {@link #maximumLength()}. */
    public long cutBytes() {
        return cutBytes;
    }

    public void clear() {
        length = 0;
        cutBytes = 0;
    }

    public TextBuffer append(CharSequence text) {
        byte[] utf8 = text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        int fitting = Math.min(utf8.length, maximumLength - length);
        cutBytes += utf8.length - fitting;
        if (length + fitting > array.length) {
            array = Arrays.copyOf(array, Math.min(maximumLength, Math.max(array.length * 2, length + fitting)));
        }
        System.arraycopy(utf8, 0, array, length, fitting);
        length += fitting;
        return this;
    }
}
