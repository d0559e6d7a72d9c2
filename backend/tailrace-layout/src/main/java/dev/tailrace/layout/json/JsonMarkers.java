package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Markers;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Writes markers as JSON. */
final class JsonMarkers {
    /** The deepest level of references between markers that is written. */
    private static final int DEEPEST = 20;

    private JsonMarkers() {}

    /** The names of all markers and of the markers that they refer to. */
    static final IndependentStep NAMES = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markers().count(); i++) {
            names(event.markers(), event.markers().get(i), 0, out);
        }
        JsonText.close(out, ']');
    };

    /** Like {@link #NAMES}, without markers that write fields. */
    static final IndependentStep TAGS = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markers().count(); i++) {
            tags(event.markers(), event.markers().get(i), 0, out);
        }
        JsonText.close(out, ']');
    };

    /** Whether there is a name for {@link #TAGS}. */
    static boolean isTagged(Event event) {
        for (int i = 0; i < event.markers().count(); i++) {
            if (isTagged(event.markers(), event.markers().get(i), 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTagged(Markers markers, Object marker, int depth) {
        if (!StructuredFields.areOf(marker)) {
            return true;
        }
        Iterator<?> all = markers.references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            if (isTagged(markers, each, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private static void tags(Markers markers, Object marker, int depth, TextBuffer out) {
        if (!StructuredFields.areOf(marker)) {
            JsonText.string(markers.name(marker), out);
            out.append(',');
        }
        Iterator<?> all = markers.references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            tags(markers, each, depth + 1, out);
        }
    }

    /** The fields that markers write, each followed by a comma. */
    static IndependentStep fields(JsonNames names) {
        return (event, out) -> {
            for (int i = 0; i < event.markers().count(); i++) {
                fields(event, names, event.markers().get(i), 0, out);
            }
        };
    }

    private static void fields(Event event, JsonNames names, Object marker, int depth, TextBuffer out) {
        Markers markers = event.markers();
        if (StructuredFields.areOf(marker)) {
            StructuredFields.write(marker, event, names, out);
        }
        Iterator<?> all = markers.references(marker);
        for (Object each = next(all); each != null && depth < DEEPEST; each = next(all)) {
            fields(event, names, each, depth + 1, out);
        }
    }

    /** The names of the first marker and of the markers that it refers to. */
    static final IndependentStep FIRST_NAMES = (event, out) -> {
        out.append('[');
        names(event.markers(), event.markers().get(0), 0, out);
        JsonText.close(out, ']');
    };

    /** The {@code toString()} of each marker. */
    static final IndependentStep TEXTS = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markers().count(); i++) {
            JsonText.text(event.markers().get(i), out);
            out.append(',');
        }
        JsonText.close(out, ']');
    };

    /** The name of the first marker, as a string. */
    static final IndependentStep FIRST_NAME =
            (event, out) -> JsonText.string(event.markers().name(event.markers().get(0)), out);

    /** The first marker as an object with the markers that it refers to, as Log4j's JsonLayout writes it. */
    static final IndependentStep FIRST_OBJECT =
            (event, out) -> object(event.markers(), event.markers().get(0), 0, out);

    /** The names of the markers that the first marker refers to. */
    static final IndependentStep FIRST_REFERENCES = (event, out) -> {
        out.append('[');
        Iterator<?> all = event.markers().references(event.markers().get(0));
        for (Object each = next(all); each != null; each = next(all)) {
            JsonText.string(event.markers().name(each), out);
            out.append(',');
        }
        JsonText.close(out, ']');
    };

    static boolean isAny(Event event) {
        return event.markers().count() > 0;
    }

    static boolean refers(Event event) {
        return event.markers().count() > 0
                && next(event.markers().references(event.markers().get(0))) != null;
    }

    /** The next element; null when there is none, or when the marker's own code fails. */
    static @Nullable Object next(Iterator<?> all) {
        try {
            return all.hasNext() ? all.next() : null;
        } catch (Throwable e) {
            return null;
        }
    }

    private static void names(Markers markers, Object marker, int depth, TextBuffer out) {
        JsonText.string(markers.name(marker), out);
        out.append(',');
        if (depth == DEEPEST) {
            return;
        }
        Iterator<?> all = markers.references(marker);
        for (Object each = next(all); each != null; each = next(all)) {
            names(markers, each, depth + 1, out);
        }
    }

    private static void object(Markers markers, Object marker, int depth, TextBuffer out) {
        out.append("{\"name\":");
        JsonText.string(markers.name(marker), out);
        Iterator<?> all = markers.references(marker);
        Object each = depth == DEEPEST ? null : next(all);
        if (each != null) {
            out.append(",\"parents\":[");
            for (; each != null; each = next(all)) {
                object(markers, each, depth + 1, out);
                out.append(',');
            }
            JsonText.close(out, ']');
        }
        out.append('}');
    }
}
