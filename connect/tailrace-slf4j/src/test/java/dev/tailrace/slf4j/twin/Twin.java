package dev.tailrace.slf4j.twin;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A configuration that two backends are given.
 *
 * @param inside what is inside of the outermost element; F/ stands for the folder
 * @param changed what it becomes while the program runs, or nothing
 * @param notes how it is used: {@code rounds}, {@code pause} (milliseconds between events), {@code script} (what is logged),
 *     {@code needs} (what must be supported), {@code attributes} (of the outermost element), {@code format} (properties: what is inside is all, and no XML), {@code mask} (what may differ from run to run); of a difference {@code theirs} and
 *     {@code ours} (what only one of them leaves), {@code lost} (of what theirs has fewer) or {@code elsewhere} (why it isn't seen in files)
 */
record Twin(String name, String inside, String changed, Map<String, String> notes) {
    private static final Set<String> NOTES = Set.of(
            "rounds",
            "pause",
            "script",
            "attributes",
            "format",
            "mask",
            "needs",
            "theirs",
            "ours",
            "lost",
            "elsewhere");

    Twin {
        for (String note : notes.keySet()) {
            if (!NOTES.contains(note)) {
                throw new IllegalArgumentException(name + ": no such note: " + note);
            }
        }
    }

    Twin(String name, int rounds, String inside) {
        this(name, inside, "", Map.of("rounds", String.valueOf(rounds)));
    }

    int rounds() {
        return Integer.parseInt(notes.getOrDefault("rounds", "11"));
    }

    int pauseMillis() {
        return Integer.parseInt(notes.getOrDefault("pause", "0"));
    }

    String script() {
        return notes.getOrDefault("script", "standard");
    }

    String attributes() {
        return notes.getOrDefault("attributes", "");
    }

    boolean isProperties() {
        return notes.getOrDefault("format", "").equals("properties");
    }

    Mask mask() {
        return Mask.valueOf(notes.getOrDefault("mask", "nothing").toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return name;
    }
}
