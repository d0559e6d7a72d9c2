package dev.tailrace.layout.event;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The pairs of a fluent call, in their order. Not thread-safe. */
final class KeyValues {
    private String[] keys = new String[8];
    private @Nullable Object[] values = new Object[8];
    private int count;

    void add(String key, @Nullable Object value) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        keys[count] = key;
        values[count++] = value;
    }

    void clear() {
        if (count != 0) {
            Arrays.fill(keys, 0, count, null);
            Arrays.fill(values, 0, count, null);
            count = 0;
        }
    }

    int count() {
        return count;
    }

    String key(int index) {
        return keys[index];
    }

    @Nullable
    Object value(int index) {
        return values[index];
    }

    /** The index of the last pair with this key, which is the valid one; −1: none. */
    int last(String key) {
        for (int i = count - 1; i >= 0; i--) {
            if (key.equals(keys[i])) {
                return i;
            }
        }
        return -1;
    }
}
