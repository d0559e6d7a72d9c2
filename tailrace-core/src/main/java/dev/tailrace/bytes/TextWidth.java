package dev.tailrace.bytes;

import java.util.Arrays;

/** Counts the characters (UTF-16 units, as {@link String#length()} counts) at the end of a text, and brings them to a number. */
public final class TextWidth {
    private TextWidth() {}

    /** How many there are from byte {@code start} to the end. */
    public static int from(TextBuffer text, int start) {
        return Utf8Region.characters(text.array(), start, text.length());
    }

    /** Inserts spaces at byte {@code start}, as many as fit. */
    public static void insertSpaces(TextBuffer text, int start, int count) {
        int before = text.length();
        text.appendSpaces(count);
        byte[] array = text.array();
        int inserted = text.length() - before;
        System.arraycopy(array, start, array, start + inserted, before - start);
        Arrays.fill(array, start, start + inserted, (byte) ' ');
    }

    /** Keeps only the first {@code count} after byte {@code start}; half of a surrogate pair becomes {@code '?'}. */
    public static void keepFirst(TextBuffer text, int start, int count) {
        byte[] array = text.array();
        int end = Utf8Region.skip(array, start, text.length(), count);
        if (end < text.length() && Utf8Region.characters(array, start, end) < count) {
            array[end++] = '?';
        }
        text.truncate(end);
    }

    /** Keeps only the last {@code count} after byte {@code start}; half of a surrogate pair becomes {@code '?'}. */
    public static void keepLast(TextBuffer text, int start, int count) {
        byte[] array = text.array();
        int end = text.length();
        int from = Utf8Region.skipBack(array, start, end, count);
        if (from > start && Utf8Region.characters(array, from, end) < count) {
            array[--from] = '?';
        }
        System.arraycopy(array, from, array, start, end - from);
        text.truncate(start + end - from);
    }
}
