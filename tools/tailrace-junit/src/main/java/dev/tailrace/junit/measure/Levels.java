package dev.tailrace.junit.measure;

import java.util.List;

/** The counted levels by index: 0 TRACE to 4 ERROR. Any other level of a backend counts as the nearest one. */
public final class Levels {
    /** The levels' names by index. */
    public static final List<String> NAMES = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

    private Levels() {}

    static String name(int level) {
        return NAMES.get(level);
    }
}
