package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Every call of one thread: when it was due, when it began and when it ended, in nanoseconds since a common start. The array is allocated
 * in advance, so that recording neither allocates nor shares anything. Not thread-safe.
 */
final class Samples implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int FIELDS = 3;

    private long[] values;
    private int size;

    Samples(int capacity) {
        values = new long[Math.max(1, capacity) * FIELDS];
        // Touches the memory now: a page fault during the run would count as the backend's time.
        Arrays.fill(values, 0);
    }

    void add(long intended, long began, long ended) {
        if (size == values.length) {
            values = Arrays.copyOf(values, values.length * 2);
        }
        values[size] = intended;
        values[size + 1] = began;
        values[size + 2] = ended;
        size += FIELDS;
    }

    int count() {
        return size / FIELDS;
    }

    long intended(int index) {
        return values[index * FIELDS];
    }

    long began(int index) {
        return values[index * FIELDS + 1];
    }

    long ended(int index) {
        return values[index * FIELDS + 2];
    }
}
