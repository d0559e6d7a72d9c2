package dev.tailrace.layout.event;

import java.util.Collections;
import java.util.Iterator;

/** What an event's markers are, as the front's {@link MarkerReader} sees them; what its code throws counts as an empty answer. Thread-safe. */
public final class Markers {
    private static final String FAILED = "[FAILED]";

    private static volatile MarkerReader reader = new MarkerReader() {
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

    private Markers() {}

    static void reader(MarkerReader other) {
        reader = other;
    }

    /** Whether one of the event's markers has this name, or refers to one that has. */
    static boolean has(Event event, String name) {
        for (int i = 0; i < event.markerCount(); i++) {
            if (contains(event.marker(i), name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(Object marker, String name) {
        try {
            return reader.contains(marker, name);
        } catch (Throwable e) {
            // A marker is foreign code: this one has no such name.
            return false;
        }
    }

    /** Its own name. */
    public static String name(Object marker) {
        try {
            return String.valueOf(reader.name(marker));
        } catch (RuntimeException | StackOverflowError e) {
            return FAILED;
        }
    }

    /** The markers that it refers to; none when its own code fails. */
    public static Iterator<?> references(Object marker) {
        try {
            return reader.references(marker);
        } catch (RuntimeException | StackOverflowError e) {
            return Collections.emptyIterator();
        }
    }
}
