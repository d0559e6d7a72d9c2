package dev.tailrace.layout.event;

import org.jspecify.annotations.Nullable;

/**
 * Caches the encoded bytes of recurring strings, such as message templates and thread names. Thread-safe without locks.
 *
 * <p>A string is cached when its hash occurs for the second time in a row at its place in the table, so that strings built for a single
 * call leave no garbage. Long strings are never cached, because their hash takes too long; strings with a backslash neither, because its
 * meaning depends on the characters around it.
 */
final class EncodedTextCache {
    private static final int PLACES = 1_024;
    private static final int MAXIMUM_LENGTH = 256;

    /** A race may lose an entry or return an old one. This is safe: entries are immutable and compared with the string. */
    private final @Nullable EncodedText[] texts = new EncodedText[PLACES];

    private final int[] seen = new int[PLACES];

    interface Maker {
        EncodedText make(String text);
    }

    /** The cached form of {@code text}, or null. */
    @Nullable
    EncodedText find(String text, Maker maker) {
        if (text.length() > MAXIMUM_LENGTH) {
            return null;
        }
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 15) & PLACES - 1;
        EncodedText known = texts[place];
        return known != null && known.isOf(text) ? known : learn(text, hash, place, maker);
    }

    private @Nullable EncodedText learn(String text, int hash, int place, Maker maker) {
        if (seen[place] != hash) {
            seen[place] = hash;
            return null;
        }
        if (text.indexOf('\\') >= 0) {
            return null;
        }
        EncodedText known = maker.make(text);
        texts[place] = known;
        return known;
    }
}
