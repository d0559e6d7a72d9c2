package dev.tailrace.spi;

import java.util.Collections;
import java.util.Iterator;

/**
 * Reads the markers of a front, whose type Tailrace doesn't know. Thread-safe. An exception counts as an empty answer while a line is
 * encoded or an appender's filter runs; in {@code Logger.passes} it reaches the front.
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

    /** The markers that the marker refers to. */
    Iterator<?> references(Object marker);

    /** Whether the marker, or a marker that it refers to, has this name. */
    boolean contains(Object marker, String name);
}
