package dev.tailrace.testkit;

import java.util.BitSet;

/** Records the lines of one thread that were found. Not thread-safe. */
public final class Attendance {
    /** A line's relation to the lines before it. */
    public enum Arrival {
        NEXT,
        AGAIN,
        LATE
    }

    private final BitSet seen = new BitSet();
    private int last;

    public Arrival arrive(int sequence) {
        if (seen.get(sequence)) {
            return Arrival.AGAIN;
        }
        seen.set(sequence);
        if (sequence < last) {
            return Arrival.LATE;
        }
        last = sequence;
        return Arrival.NEXT;
    }

    /** The number of missing lines from {@code first} up to, without it, {@code end}. */
    public long missing(int first, int end) {
        return (long) end - first - seen.get(first, end).cardinality();
    }

    /** The first missing line from {@code first} on. */
    public int firstMissing(int first) {
        return seen.nextClearBit(first);
    }

    public int last() {
        return seen.length() - 1;
    }
}
