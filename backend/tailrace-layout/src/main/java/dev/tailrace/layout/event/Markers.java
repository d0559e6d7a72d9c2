package dev.tailrace.layout.event;

import dev.tailrace.spi.MarkerReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;

/**
 * The markers of one event, as their front's {@link MarkerReader} sees them; what its code throws counts as an empty answer. Not
 * thread-safe.
 */
public final class Markers {
    private static final String FAILED = "[FAILED]";

    private Object[] all = new Object[4];
    private int count;
    /** Stays when the markers are forgotten: it is one object for each front. */
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

    /** The one with this index, which is below {@link #count}. */
    public Object get(int index) {
        return all[index];
    }

    /** Whether one of them has this name, or refers to one that has. */
    public boolean has(String name) {
        for (int i = 0; i < count; i++) {
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
            // A marker is foreign code: this one has no such name.
            return false;
        }
    }

    /** The own name of one of them, or of one that they refer to. */
    public String name(Object marker) {
        try {
            return String.valueOf(reader.name(marker));
        } catch (Throwable e) {
            return FAILED;
        }
    }

    /** The markers that one of them refers to, or one that they refer to does; none when its own code fails. */
    public Iterator<?> references(Object marker) {
        try {
            return reader.references(marker);
        } catch (Throwable e) {
            return Collections.emptyIterator();
        }
    }
}
