package dev.tailrace.torture.audit;

import java.util.BitSet;

/** Which lines of one thread were found. Not thread-safe. */
final class Attendance {
    /** What a line is, seen from those before it. */
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

    /** How many of 1 to {@code acknowledged} are missing. */
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
