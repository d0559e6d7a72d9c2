package dev.tailrace.encode;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;

/**
 * Writes markers as JSON arrays. What a marker is, only a front knows; its {@code toString()} tells its name and those of the markers
 * that it refers to: <code>A [ B, C ]</code>.
 */
final class JsonMarkers {
    private static final String OPEN = " [ ";
    private static final String CLOSE = " ]";
    private static final String SEPARATOR = ", ";

    private JsonMarkers() {}

    /** All names, of all markers. */
    static final IndependentStep NAMES = (event, out) -> {
        out.append('[');
        for (int i = 0; i < event.markerCount(); i++) {
            names(text(event.marker(i)), 0, out);
        }
        JsonText.close(out, ']');
    };

    /** All names, of the first one only. */
    static final IndependentStep FIRST_NAMES = (event, out) -> {
        out.append('[');
        names(text(event.marker(0)), 0, out);
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
    static final IndependentStep FIRST_NAME = (event, out) -> {
        String text = text(event.marker(0));
        int open = open(text);
        JsonText.string(open < 0 ? text : text.substring(0, open), out);
    };

    /** The names that the first one refers to. */
    static final IndependentStep FIRST_REFERENCES = (event, out) -> {
        String text = text(event.marker(0));
        out.append('[');
        names(text, Math.max(0, open(text)), out);
        JsonText.close(out, ']');
    };

    static boolean isAny(Event event) {
        return event.markerCount() > 0;
    }

    static boolean refers(Event event) {
        return event.markerCount() > 0 && open(text(event.marker(0))) >= 0;
    }

    private static String text(Object marker) {
        try {
            return String.valueOf(marker.toString());
        } catch (RuntimeException | StackOverflowError e) {
            return "[FAILED toString()]";
        }
    }

    private static int open(String text) {
        return text.endsWith(CLOSE) ? text.indexOf(OPEN) : -1;
    }

    /** @param from 0: its own name, too; else only those it refers to */
    private static void names(String text, int from, TextBuffer out) {
        int open = open(text);
        if (open < 0) {
            if (from == 0) {
                name(text, 0, text.length(), out);
            }
            return;
        }
        if (from == 0) {
            name(text, 0, open, out);
        }
        int at = open + OPEN.length();
        int end = text.length() - CLOSE.length();
        while (at < end) {
            int next = text.indexOf(SEPARATOR, at);
            int stop = next < 0 ? end : next;
            name(text, at, stop, out);
            at = stop + SEPARATOR.length();
        }
    }

    private static void name(String text, int from, int end, TextBuffer out) {
        out.append('"');
        int start = out.beginJson();
        out.append(from == 0 && end == text.length() ? text : text.substring(from, end), ControlCharacters.KEPT);
        out.endJson(start).append('"').append(',');
    }
}
