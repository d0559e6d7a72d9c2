package dev.tailrace.torture.audit;

import java.util.BitSet;

/** Records the lines of one thread that were found. Not thread-safe. */
final class Attendance {
    /** A line's relation to the lines before it. */
    enum Arrival {
        NEXT,
        AGAIN,
        LATE
    }

    private final BitSet seen = new BitSet();
    private int last;

    Arrival arrive(int sequence) {
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

    /** The number of missing lines from 1 to {@code acknowledged}. */
    long missing(int acknowledged) {
        return (long) acknowledged - seen.get(1, acknowledged + 1).cardinality();
    }

    int firstMissing() {
        return seen.nextClearBit(1);
    }

    int last() {
        return seen.length() - 1;
    }
}
