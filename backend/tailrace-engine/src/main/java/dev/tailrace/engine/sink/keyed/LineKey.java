package dev.tailrace.engine.sink.keyed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The key of a line, as bytes; one instance can be set repeatedly to look up a map without making garbage. Not thread-safe. */
final class LineKey {
    /** The longest key in bytes: lanes can contain anything, and the key becomes part of a file's name. */
    static final int LONGEST = 120;

    private byte[] bytes = {};
    private int length;
    private int hash;

    /** Copies the key's bytes. */
    void set(byte[] from, int offset, int count) {
        if (bytes.length < count) {
            bytes = new byte[count];
        }
        System.arraycopy(from, offset, bytes, 0, count);
        length = count;
        hash = 0;
        for (int i = 0; i < count; i++) {
            hash = hash * 31 + bytes[i];
        }
    }

    static LineKey of(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        LineKey key = new LineKey();
        key.set(utf8, 0, utf8.length);
        return key;
    }

    LineKey copy() {
        LineKey copy = new LineKey();
        copy.set(bytes, 0, length);
        return copy;
    }

    boolean is(byte[] other, int offset, int count) {
        return count == length && Arrays.equals(bytes, 0, length, other, offset, offset + count);
    }

    /** The key's text; null when it can't be part of a file's name: other processes write lanes, too. */
    @Nullable
    String text() {
        if (length == 0 || length > LONGEST) {
            return null;
        }
        String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || "/\\:*?\"<>|%\uFFFD".indexOf(c) >= 0) {
                return null;
            }
        }
        return text.charAt(0) == '.' ? null : text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LineKey key && is(key.bytes, 0, key.length);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
