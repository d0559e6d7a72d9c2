package dev.tailrace.spi;

import java.util.Collections;
import java.util.Iterator;

/**
 * Reads the markers of a front, whose type Tailrace doesn't know. Thread-safe. What it throws counts as an empty answer when a line is
 * encoded or an appender's filter asks, and reaches the front when {@code Logger.passes} asks.
 */
public interface MarkerReader {
    /** For a front whose markers refer to no others and whose {@code toString()} is their name. */
    MarkerReader PLAIN = new MarkerReader() {
        @Override
        public String name(Object marker) {
            return marker.toString();
        }

        @Override
        public Iterator<?> references(Object marker) {
            return Collections.emptyIterator();
        }

        @Override
        public boolean contains(Object marker, String name) {
            return marker.toString().equals(name);
        }
    };

    /** The marker's own name. */
    String name(Object marker);

    /** The markers that it refers to. */
    Iterator<?> references(Object marker);

    /** Whether the marker, or one that it refers to, has this name. */
    boolean contains(Object marker, String name);
}
