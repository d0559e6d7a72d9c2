package dev.tailrace.layout.event;

import dev.tailrace.spi.MarkerReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;

/**
 * The markers of one event, read by their front's {@link MarkerReader}; an exception of the reader counts as an empty answer. Not
 * thread-safe.
 */
public final class Markers {
    private static final String FAILED = "[FAILED]";

    private Object[] all = new Object[4];
    private int count;
    /** Kept when the markers are cleared: each front has one reader. */
    private MarkerReader reader = MarkerReader.PLAIN;

    Markers() {}

    @SuppressWarnings("ReferenceEquality") // Only whether a store can be left out.
    void add(Object marker, MarkerReader itsReader) {
        if (count == all.length) {
            all = Arrays.copyOf(all, count * 2);
        }
        all[count++] = marker;
        if (reader != itsReader) {
            reader = itsReader;
        }
    }

    void clear() {
        if (count != 0) {
            Arrays.fill(all, 0, count, null);
            count = 0;
        }
    }

    public int count() {
        return count;
    }

    /** The marker with this index, which must be below {@link #count}. */
    public Object get(int index) {
        return all[index];
    }

    /** Whether a marker, or a marker that it refers to, has this name; {@code last}: only the last one is asked. */
    public boolean has(String name, boolean last) {
        for (int i = last ? Math.max(0, count - 1) : 0; i < count; i++) {
            if (contains(all[i], name)) {
                return true;
            }
        }
        return false;
    }

    private boolean contains(Object marker, String name) {
        try {
            return reader.contains(marker, name);
        } catch (Throwable e) {
            // A marker is foreign code. If it fails, it doesn't have the name.
            return false;
        }
    }

    /** The own name of one of the markers, or of a marker that they refer to. */
    public String name(Object marker) {
        try {
            return String.valueOf(reader.name(marker));
        } catch (Throwable e) {
            return FAILED;
        }
    }

    /** The markers that a marker refers to; none when its own code fails. */
    public Iterator<?> references(Object marker) {
        try {
            return reader.references(marker);
        } catch (Throwable e) {
            return Collections.emptyIterator();
        }
    }
}
