package dev.tailrace.logback;

import dev.tailrace.spi.MarkerReader;
import java.util.Iterator;
import org.slf4j.Marker;

/** Reads SLF4J's markers. */
final class Slf4jMarkers implements MarkerReader {
    static final Slf4jMarkers INSTANCE = new Slf4jMarkers();

    private Slf4jMarkers() {}

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
