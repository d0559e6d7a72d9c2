package dev.tailrace.doctor.memory;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line of the JVM's unified logging, apart from its decorations, which may be any and in any order. Immutable.
 *
 * @param uptime seconds since the JVM's start; NaN when it is unknown
 * @param clock milliseconds since 1970; NaN when it is unknown
 * @param tags such as {@code gc,heap}; empty when they are unknown
 * @param text what is behind the decorations
 */
record UnifiedLine(double uptime, double clock, String tags, String text) {
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT);
    private static final int MOST_DECORATIONS = 12;
    /** A count of milliseconds above this is of the clock, not of the uptime: thirty years. */
    private static final double THIRTY_YEARS = 30d * 365 * 86_400_000;

    /** The line taken apart; null when it is none of the garbage collection. */
    static @Nullable UnifiedLine of(String line) {
        if (line.startsWith("GC(")) {
            return new UnifiedLine(Double.NaN, Double.NaN, "", line);
        }
        // Containers and services put their own time in front.
        int at = line.startsWith("[") ? 0 : line.indexOf('[');
        double uptime = Double.NaN;
        double clock = Double.NaN;
        String tags = "";
        int decorations = 0;
        while (at >= 0 && at < line.length() && line.charAt(at) == '[' && decorations++ < MOST_DECORATIONS) {
            int close = line.indexOf(']', at);
            if (close < 0) {
                break;
            }
            String word = line.substring(at + 1, close).strip();
            if (isTags(word)) {
                tags = word;
            } else if (!word.isEmpty() && word.charAt(0) >= '0' && word.charAt(0) <= '9') {
                double seconds = seconds(word);
                if (seconds * 1000 > THIRTY_YEARS) {
                    clock = seconds * 1000;
                } else if (!Double.isNaN(seconds)) {
                    uptime = seconds;
                } else if (word.length() > 20 && word.charAt(10) == 'T') {
                    clock = clock(word);
                }
            }
            at = close + 1;
        }
        String text = at < 0 || at > line.length() ? "" : line.substring(at).strip();
        return tags.isEmpty() && !text.startsWith("GC(") ? null : new UnifiedLine(uptime, clock, tags, text);
    }

    /** Whether a word is the tag {@code gc} or a list of tags that begins with it. */
    private static boolean isTags(String word) {
        return word.equals("gc") || word.startsWith("gc,");
    }

    private static double seconds(String word) {
        if (word.endsWith("ns")) {
            return Sizes.decimal(word.substring(0, word.length() - 2)) / 1e9;
        }
        if (word.endsWith("ms")) {
            return Sizes.decimal(word.substring(0, word.length() - 2)) / 1e3;
        }
        return word.endsWith("s") ? Sizes.decimal(word.substring(0, word.length() - 1)) : Double.NaN;
    }

    static double clock(String word) {
        try {
            return OffsetDateTime.parse(word, ISO).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }
}
