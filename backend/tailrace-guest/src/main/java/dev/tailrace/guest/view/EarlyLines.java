package dev.tailrace.guest.view;

import dev.tailrace.engine.journal.ring.RingIdentity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lines that were shown before they were in the file, so that they aren't shown again from the file. Lines are identified by their bytes (a
 * hash of 64 bits, and the length); equal lines are interchangeable. Not thread-safe.
 */
final class EarlyLines {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** All lines with the same bytes. */
    private static final class Text {
        final long first;
        final long hash;
        final int length;
        /** The number of lines that were shown and not yet found in the file. */
        int shown;
        /** The number of their frames that still wait. */
        int waiting;

        Text(long first, long hash, int length) {
            this.first = first;
            this.hash = hash;
            this.length = length;
        }
    }

    private record Entry(long end, Text text) {}

    private final Map<Long, List<Text>> byFirstLine = new HashMap<>();
    private final Map<RingIdentity, ArrayDeque<Entry>> rings = new HashMap<>();
    private int size;

    int size() {
        return size;
    }

    /** Notes one or several shown lines. Within a ring, call in the order of their ends. */
    void add(RingIdentity ring, long end, byte[] bytes) {
        long first = hash(bytes, 0, firstLine(bytes, 0, bytes.length));
        long hash = hash(bytes, 0, bytes.length);
        List<Text> known = byFirstLine.computeIfAbsent(first, any -> new ArrayList<>(1));
        Text text = null;
        for (Text each : known) {
            if (each.hash == hash && each.length == bytes.length) {
                text = each;
            }
        }
        if (text == null) {
            text = new Text(first, hash, bytes.length);
            known.add(text);
        }
        text.shown++;
        text.waiting++;
        rings.computeIfAbsent(ring, any -> new ArrayDeque<>()).add(new Entry(end, text));
        size++;
    }

    /** The greatest length of a shown text that could begin here; 0: none. */
    int longest(byte[] bytes, int from, int firstLineEnd) {
        List<Text> known = size == 0 ? null : byFirstLine.get(hash(bytes, from, firstLineEnd));
        int longest = 0;
        if (known != null) {
            for (Text each : known) {
                longest = each.shown > 0 ? Math.max(longest, each.length) : longest;
            }
        }
        return longest;
    }

    /** Removes a shown text that is at this place; returns its length, 0: none. */
    int take(byte[] bytes, int from, int firstLineEnd, int end) {
        List<Text> known = byFirstLine.get(hash(bytes, from, firstLineEnd));
        Text best = null;
        if (known != null) {
            for (Text each : known) {
                if (each.shown > 0
                        && each.length <= end - from
                        && (best == null || each.length > best.length)
                        && each.hash == hash(bytes, from, from + each.length)) {
                    best = each;
                }
            }
        }
        if (best == null) {
            return 0;
        }
        best.shown--;
        forget(best);
        return best.length;
    }

    /**
     * Forgets a ring's lines up to a position, which are in the file and were read: lines that were not found there won't come any more.
     */
    void passed(RingIdentity ring, long position) {
        ArrayDeque<Entry> entries = rings.get(ring);
        if (entries == null) {
            return;
        }
        while (!entries.isEmpty() && entries.getFirst().end <= position) {
            Text text = entries.removeFirst().text;
            size--;
            text.waiting--;
            text.shown = Math.min(text.shown, text.waiting);
            forget(text);
        }
        if (entries.isEmpty()) {
            rings.remove(ring);
        }
    }

    Set<RingIdentity> rings() {
        return new HashSet<>(rings.keySet());
    }

    private void forget(Text text) {
        List<Text> known = byFirstLine.get(text.first);
        if (text.shown == 0 && text.waiting == 0 && known != null) {
            known.remove(text);
            if (known.isEmpty()) {
                byFirstLine.remove(text.first);
            }
        }
    }

    /** The end of the first line, its line feed included. */
    static int firstLine(byte[] bytes, int from, int end) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return end;
    }

    private static long hash(byte[] bytes, int from, int end) {
        long hash = BASIS;
        for (int i = from; i < end; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * PRIME;
        }
        return hash;
    }
}
