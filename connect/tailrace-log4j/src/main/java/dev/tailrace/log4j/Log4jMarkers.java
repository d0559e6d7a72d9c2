package dev.tailrace.log4j;

import dev.tailrace.spi.MarkerReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import org.apache.logging.log4j.Marker;

/** Reads markers of Log4j. */
final class Log4jMarkers implements MarkerReader {
    static final Log4jMarkers READER = new Log4jMarkers();

    private Log4jMarkers() {}

    @Override
    public String name(Object marker) {
        return ((Marker) marker).getName();
    }

    @Override
    public Iterator<?> references(Object marker) {
        Marker[] parents = ((Marker) marker).getParents();
        return parents == null
                ? Collections.emptyIterator()
                : Arrays.asList(parents).iterator();
    }

    @Override
    public boolean contains(Object marker, String name) {
        return ((Marker) marker).isInstanceOf(name);
    }
}
