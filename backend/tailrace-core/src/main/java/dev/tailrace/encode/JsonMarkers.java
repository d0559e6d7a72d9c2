package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Writes markers as JSON. */
final class JsonMarkers {
    /** Markers that refer to each other deeper than this are left out. */
    private static final int DEEPEST = 20;

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

    private JsonMarkers() {}

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

    /** All names, of all markers and those they refer to. */
    static final IndependentStep NAMES = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markerCount(); i++) {
            names(event.marker(i), 0, out);
        }
        JsonText.close(out, ']');
    };

    /** Names but those of markers that write fields. */
    static final IndependentStep TAGS = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markerCount(); i++) {
            tags(event.marker(i), 0, out);
        }
        JsonText.close(out, ']');
    };

    /** Whether there is a name for {@link #TAGS}. */
    static boolean isTagged(Event event) {
        for (int i = 0; i < event.markerCount(); i++) {
            if (isTagged(event.marker(i), 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTagged(Object marker, int depth) {
        if (!StructuredFields.areOf(marker)) {
            return true;
        }
        Iterator<?> all = references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            if (isTagged(each, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private static void tags(Object marker, int depth, TextBuffer out) {
        if (!StructuredFields.areOf(marker)) {
            JsonText.string(name(marker), out);
            out.append(',');
        }
        Iterator<?> all = references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            tags(each, depth + 1, out);
        }
    }

    /** What markers write as fields, with a comma behind each. */
    static final IndependentStep FIELDS = (event, out) -> {
        for (int i = 0; i < event.markerCount(); i++) {
            fields(event.marker(i), 0, out);
        }
    };

    private static void fields(Object marker, int depth, TextBuffer out) {
        if (StructuredFields.areOf(marker)) {
            StructuredFields.write(marker, out);
        }
        Iterator<?> all = references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            fields(each, depth + 1, out);
        }
    }

    /** All names of the first marker only. */
    static final IndependentStep FIRST_NAMES = (event, out) -> {
        out.append('[');
        names(event.marker(0), 0, out);
        JsonText.close(out, ']');
    };

    /** What {@code toString()} says of each. */
    static final IndependentStep TEXTS = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markerCount(); i++) {
            JsonText.text(event.marker(i), out);
            out.append(',');
        }
        JsonText.close(out, ']');
    };

    /** The name of the first one, as a string. */
    static final IndependentStep FIRST_NAME = (event, out) -> JsonText.string(name(event.marker(0)), out);

    /** The first one as an object, with those that it refers to, as Log4j's JsonLayout writes it. */
    static final IndependentStep FIRST_OBJECT = (event, out) -> object(event.marker(0), 0, out);

    /** The names that the first one refers to. */
    static final IndependentStep FIRST_REFERENCES = (event, out) -> {
        out.append('[');
        Iterator<?> all = references(event.marker(0));
        for (Object each = next(all); each != null; each = next(all)) {
            JsonText.string(name(each), out);
            out.append(',');
        }
        JsonText.close(out, ']');
    };

    static boolean isAny(Event event) {
        return event.markerCount() > 0;
    }

    static boolean refers(Event event) {
        return event.markerCount() > 0 && next(references(event.marker(0))) != null;
    }

    private static String name(Object marker) {
        try {
            return String.valueOf(reader.name(marker));
        } catch (RuntimeException | StackOverflowError e) {
            return FAILED;
        }
    }

    private static Iterator<?> references(Object marker) {
        try {
            return reader.references(marker);
        } catch (RuntimeException | StackOverflowError e) {
            return Collections.emptyIterator();
        }
    }

    /** The next one; null when there is none, or when the marker's own code fails. */
    private static @Nullable Object next(Iterator<?> all) {
        try {
            return all.hasNext() ? all.next() : null;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static void names(Object marker, int depth, TextBuffer out) {
        JsonText.string(name(marker), out);
        out.append(',');
        if (depth == DEEPEST) {
            return;
        }
        Iterator<?> all = references(marker);
        for (Object each = next(all); each != null; each = next(all)) {
            names(each, depth + 1, out);
        }
    }

    private static void object(Object marker, int depth, TextBuffer out) {
        out.append("{\"name\":");
        JsonText.string(name(marker), out);
        Iterator<?> all = references(marker);
        Object each = depth == DEEPEST ? null : next(all);
        if (each != null) {
            out.append(",\"parents\":[");
            for (; each != null; each = next(all)) {
                object(each, depth + 1, out);
                out.append(',');
            }
            JsonText.close(out, ']');
        }
        out.append('}');
    }
}
