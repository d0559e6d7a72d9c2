package dev.tailrace.layout.event;

import java.util.Iterator;

/**
 * Reads the markers of a front, whose type the engine doesn't know. Thread-safe; what it throws counts as an empty answer.
 */
public interface MarkerReader {
    /** The marker's own name. */
    String name(Object marker);

    /** The markers that it refers to. */
    Iterator<?> references(Object marker);

    /** Whether the marker, or one that it refers to, has this name. */
    boolean contains(Object marker, String name);

    /** From now on markers are read by this; for a front, once, before it logs. Until then their {@code toString()} is their name. */
    static void use(MarkerReader reader) {
        Markers.reader(reader);
    }
}
