package dev.tailrace.cli.line;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Levels of SLF4J, the least severe first. */
public enum LineLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR;

    /** By its name in any backend; null: no level has this name. */
    public static @Nullable LineLevel of(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "TRACE", "FINEST", "FINER" -> TRACE;
            case "DEBUG", "FINE", "CONFIG" -> DEBUG;
            case "INFO" -> INFO;
            case "WARN", "WARNING" -> WARN;
            case "ERROR", "FATAL", "SEVERE" -> ERROR;
            default -> null;
        };
    }
}
