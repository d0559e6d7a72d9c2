package dev.tailrace.level;

import java.util.ArrayList;
import java.util.List;

/**
 * A request to a process to set levels and limits, and to report those it has. Immutable.
 *
 * @param origin the requester, for the log: one line, at most {@value #LONGEST_ORIGIN} characters
 * @param forMillis how long the levels and limits hold, at most {@value #MOST_MILLIS}; 0: until the configuration is read again or the process ends
 * @param changes levels, in their order
 * @param limits in their order; without any level or limit the request only asks
 */
public record LevelRequest(String origin, long forMillis, List<Change> changes, List<Limit> limits) {
    /** Names of levels. */
    public static final List<String> LEVELS = List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    /** A year. */
    public static final long MOST_MILLIS = 31_622_400_000L;

    public static final int MOST_CHANGES = 1_000;
    public static final int LONGEST_NAME = 1_000;
    public static final int LONGEST_ORIGIN = 200;

    /** The name of the root logger. */
    public static final String ROOT = "ROOT";

    static final String HEAD = "tailrace-levels 1";
    /** The word for no level. */
    static final String NONE = "-";

    /**
     * A level for one logger.
     *
     * @param level of {@link LevelRequest#LEVELS}; empty: clears the level that was set at run time
     */
    public record Change(String logger, String level) {
        /** @throws IllegalArgumentException when there can't be such a logger or level; the message says why */
        public Change {
            requireName(logger);
            if (!level.isEmpty() && !LEVELS.contains(level)) {
                throw new IllegalArgumentException(
                        "\"" + level + "\" is no level; there are " + String.join(", ", LEVELS));
            }
        }
    }

    /**
     * A limit for one logger and its descendants.
     *
     * @param rate as {@link Rate#parse} reads it; empty: clears the limit that was set at run time
     * @param highest the highest level that is limited, TRACE to ERROR
     */
    public record Limit(String logger, String rate, String highest) {
        /** @throws IllegalArgumentException when there can't be such a logger, rate or level; the message says why */
        public Limit {
            requireName(logger);
            if (!rate.isEmpty()) {
                rate = Rate.parse(rate)
                        .orElseThrow(() -> new IllegalArgumentException("the rate is not a number from 1 to "
                                + Rate.MOST_EVENTS + " and a unit, such as 10/s, 100/min or 5/h"))
                        .toString();
            }
            if (!LEVELS.contains(highest) || highest.equals("ALL") || highest.equals("OFF")) {
                throw new IllegalArgumentException("\"" + highest + "\" is no level that can be limited");
            }
        }
    }

    /** @throws IllegalArgumentException when something is beyond its range; the message says what */
    public LevelRequest {
        changes = List.copyOf(changes);
        limits = List.copyOf(limits);
        int loggers = changes.size() + limits.size();
        if (loggers > MOST_CHANGES) {
            throw new IllegalArgumentException(loggers + " loggers at once; at most " + MOST_CHANGES);
        }
        if (forMillis < 0 || forMillis > MOST_MILLIS) {
            throw new IllegalArgumentException("for " + forMillis + " ms; between 1 ms and 366 days");
        }
        if (origin.length() > LONGEST_ORIGIN || hasControls(origin)) {
            throw new IllegalArgumentException("an origin is one line of at most " + LONGEST_ORIGIN + " characters");
        }
    }

    /** A request that only asks. */
    public static LevelRequest question(String origin) {
        return new LevelRequest(origin, 0, List.of(), List.of());
    }

    /** Whether it changes nothing. */
    public boolean isQuestion() {
        return changes.isEmpty() && limits.isEmpty();
    }

    private static void requireName(String logger) {
        if (logger.isBlank() || logger.length() > LONGEST_NAME || hasControls(logger)) {
            throw new IllegalArgumentException(
                    "the name of a logger has between 1 and " + LONGEST_NAME + " characters and no control characters");
        }
    }

    static boolean hasControls(String text) {
        return text.chars().anyMatch(each -> Character.isISOControl(each) || each == '\u2028' || each == '\u2029');
    }

    /** The text that {@link #parse} reads. */
    public String text() {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        text.append("from ").append(origin).append('\n');
        text.append("for ").append(forMillis).append('\n');
        for (Change change : changes) {
            String level = change.level().isEmpty() ? NONE : change.level();
            text.append("set ")
                    .append(level)
                    .append(' ')
                    .append(change.logger())
                    .append('\n');
        }
        for (Limit limit : limits) {
            text.append("limit ")
                    .append(limit.rate().isEmpty() ? NONE : limit.rate())
                    .append(' ')
                    .append(limit.highest())
                    .append(' ')
                    .append(limit.logger())
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Parses an untrusted text.
     *
     * @throws IllegalArgumentException when the text isn't a request of this version; the message says why
     */
    public static LevelRequest parse(String text) {
        String[] lines = text.split("\n", -1);
        if (!lines[0].equals(HEAD)) {
            throw new IllegalArgumentException("it is no request of a version that is known here");
        }
        String origin = "";
        long forMillis = 0;
        List<Change> changes = new ArrayList<>();
        List<Limit> limits = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            String line = lines[i];
            if (line.startsWith("from ")) {
                origin = line.substring(5);
            } else if (line.startsWith("for ")) {
                forMillis = number(line.substring(4));
            } else if (line.startsWith("set ")) {
                changes.add(change(line));
            } else if (line.startsWith("limit ")) {
                limits.add(limit(line));
            } else if (!line.isEmpty()) {
                // A later version's request: it must not be carried out in part.
                throw new IllegalArgumentException("line " + (i + 1) + " is not known");
            }
        }
        return new LevelRequest(origin, forMillis, changes, limits);
    }

    private static Change change(String line) {
        int space = line.indexOf(' ', 4);
        if (space < 0) {
            throw new IllegalArgumentException("a logger is missing");
        }
        String level = line.substring(4, space);
        return new Change(line.substring(space + 1), level.equals(NONE) ? "" : level);
    }

    private static Limit limit(String line) {
        String[] parts = line.split(" ", 4);
        if (parts.length < 4) {
            throw new IllegalArgumentException("a logger is missing");
        }
        return new Limit(parts[3], parts[1].equals(NONE) ? "" : parts[1], parts[2]);
    }

    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no number", e);
        }
    }
}
