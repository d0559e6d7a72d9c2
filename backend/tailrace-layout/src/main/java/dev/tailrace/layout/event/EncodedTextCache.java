package dev.tailrace.layout.event;

import org.jspecify.annotations.Nullable;

/**
 * Remembers strings that come again and again, such as message templates and thread names, so that they are made into bytes once.
 * Thread-safe without locks.
 *
 * <p>A string is remembered when its hash comes to its place for the second time in a row: strings that are made anew for each call
 * pass by without leaving garbage. Long ones, whose hash would take too long, and those with a backslash, whose meaning depends on
 * what is around it, are never remembered.
 */
final class EncodedTextCache {
    private static final int PLACES = 1_024;
    private static final int MAXIMUM_LENGTH = 256;

    /** A race may lose an entry or show an old one; each is immutable and checked against the string. */
    private final @Nullable EncodedText[] texts = new EncodedText[PLACES];

    private final int[] seen = new int[PLACES];

    interface Maker {
        EncodedText make(String text);
    }

    /** What is known of {@code text}, or null. */
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
