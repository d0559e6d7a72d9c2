package dev.tailrace.slf4j;

import dev.tailrace.spi.MarkerReader;
import java.util.Iterator;
import org.slf4j.Marker;

/** Reads SLF4J's markers for the engine. Thread-safe. */
final class Markers implements MarkerReader {
    static final MarkerReader READER = new Markers();

    private Markers() {}

    @Override
    public String name(Object marker) {
        return ((Marker) marker).getName();
    }

    @Override
    public Iterator<?> references(Object marker) {
        return ((Marker) marker).iterator();
    }

    @Override
    public boolean contains(Object marker, String name) {
        return ((Marker) marker).contains(name);
    }
}
