package dev.tailrace.logging;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each of the last messages came; a new message replaces the least recent one. All memory is allocated at the start: a
 * table with chains, and a list in the order of use, both of numbers. Thread-safe by a lock that is held for some nanoseconds.
 */
final class MessageCounts {
    private static final int NONE = -1;

    private final @Nullable String[] messages;
    private final int[] counts;
    private final int[] first;
    /** Shifts a hash so that the bits of a chain's number remain. */
    private final int shift;

    private final int[] nextInChain;
    private final int[] older;
    private final int[] newer;
    private int oldest = NONE;
    private int newest = NONE;
    private int size;

    /** @param most how many messages are remembered, at least 1 */
    MessageCounts(int most) {
        messages = new String[most];
        counts = new int[most];
        nextInChain = new int[most];
        older = new int[most];
        newer = new int[most];
        first = new int[Integer.highestOneBit(most) << 1];
        shift = Integer.numberOfLeadingZeros(first.length - 1);
        Arrays.fill(first, NONE);
    }

    /** How often the message came before, as far as is remembered; counts it once more. */
    synchronized int count(String message) {
        int chain = chain(message);
        int place = first[chain];
        while (place != NONE && !message.equals(messages[place])) {
            place = nextInChain[place];
        }
        if (place == NONE) {
            place = size < messages.length ? size++ : forgetOldest();
            messages[place] = message;
            counts[place] = 0;
            nextInChain[place] = first[chain];
            first[chain] = place;
        } else {
            counts[place] += counts[place] == Integer.MAX_VALUE ? 0 : 1;
            unlink(place);
        }
        linkNewest(place);
        return counts[place];
    }

    /** Multiplied, because the low bits of similar messages' hashes are alike. */
    private int chain(String message) {
        return (message.hashCode() * 0x9E37_79B9) >>> shift;
    }

    private int forgetOldest() {
        int place = oldest;
        String message = messages[place];
        int chain = message == null ? 0 : chain(message);
        int at = first[chain];
        if (at == place) {
            first[chain] = nextInChain[place];
        } else {
            while (nextInChain[at] != place) {
                at = nextInChain[at];
            }
            nextInChain[at] = nextInChain[place];
        }
        unlink(place);
        return place;
    }

    private void unlink(int place) {
        if (older[place] == NONE) {
            oldest = newer[place];
        } else {
            newer[older[place]] = newer[place];
        }
        if (newer[place] == NONE) {
            newest = older[place];
        } else {
            older[newer[place]] = older[place];
        }
    }

    private void linkNewest(int place) {
        older[place] = newest;
        newer[place] = NONE;
        if (newest == NONE) {
            oldest = place;
        } else {
            newer[newest] = place;
        }
        newest = place;
    }
}
