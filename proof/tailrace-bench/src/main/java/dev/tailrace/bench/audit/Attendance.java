package dev.tailrace.bench.audit;

import java.util.BitSet;

/** Records the lines of one process that have been seen, by thread. Not thread-safe. */
final class Attendance {
    private final long[] expected;
    private final BitSet[] seen;
    private final long[] latest;
    private long duplicated;
    private long misordered;
    private long torn;

    Attendance(long[] expected) {
        this.expected = expected.clone();
        seen = new BitSet[expected.length];
        latest = new long[expected.length];
        for (int i = 0; i < expected.length; i++) {
            seen[i] = new BitSet(Math.toIntExact(expected[i]));
            latest[i] = -1;
        }
    }

    void line(int thread, long sequence) {
        if (thread >= expected.length || sequence >= expected[thread]) {
            torn++;
            return;
        }
        int index = (int) sequence;
        if (seen[thread].get(index)) {
            duplicated++;
            return;
        }
        seen[thread].set(index);
        if (sequence < latest[thread]) {
            misordered++;
        } else {
            latest[thread] = sequence;
        }
    }

    void torn() {
        torn++;
    }

    Audit result() {
        long events = 0;
        long present = 0;
        for (int i = 0; i < expected.length; i++) {
            events += expected[i];
            present += seen[i].cardinality();
        }
        return new Audit(events, events - present, duplicated, torn, misordered);
    }
}
