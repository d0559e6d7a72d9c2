package dev.tailrace.junit.measure;

import java.util.List;

/** The levels that are counted, by their places: 0 TRACE to 4 ERROR. What a backend has beyond them counts as the nearest. */
public final class Levels {
    /** Their names. */
    public static final List<String> NAMES = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

    private Levels() {}

    static String name(int level) {
        return NAMES.get(level);
    }
}
