package dev.tailrace.config.log4j;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says a filePattern of Log4j 2 in the words of the engine, which are Logback's: <code>%d{date}{zone}</code> becomes
 * <code>%d{date, zone}</code>, and <code>${date:yyyy-MM}</code> the auxiliary date <code>%d{yyyy-MM, aux}</code>. The last of several dates
 * decides on the periods; one of lookups only where there is nothing else.
 */
final class Log4jFilePattern {
    private static final Pattern WORD = Pattern.compile(
            "\\$\\{date:([^}]*)}|%([-.0-9]*)(date|d|index|i)(?![a-zA-Z])(?:\\{([^}]*)})?(?:\\{([^}]*)})?");

    private static final String AUXILIARY = ", aux}";
    private static final String DEFAULT_DATE = "yyyy-MM-dd";

    private static final long SECOND = 1_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final String pattern;
    private final String date;
    private final boolean byLookup;

    private Log4jFilePattern(String pattern, String date, boolean byLookup) {
        this.pattern = pattern;
        this.date = date;
        this.byLookup = byLookup;
    }

    static Log4jFilePattern of(String filePattern) {
        Matcher word = WORD.matcher(filePattern);
        List<String> texts = new ArrayList<>();
        List<Integer> dates = new ArrayList<>();
        List<Integer> lookups = new ArrayList<>();
        String lookedUp = "";
        String last = "";
        int end = 0;
        while (word.find()) {
            texts.add(filePattern.substring(end, word.start()));
            end = word.end();
            String name = word.group(3);
            if (name == null) {
                lookups.add(texts.size());
                lookedUp = word.group(1);
                texts.add("%d{" + word.group(1) + AUXILIARY);
            } else if (name.startsWith("i")) {
                texts.add("%" + word.group(2) + "i" + rest(word));
            } else {
                String option = word.group(4);
                last = option == null || option.isBlank() ? DEFAULT_DATE : option;
                String zone = word.group(5);
                dates.add(texts.size());
                texts.add("%d{" + last + (zone == null || zone.isBlank() ? "" : ", " + zone.strip()) + "}");
            }
        }
        texts.add(filePattern.substring(end));
        for (int i = 0; i < dates.size() - 1; i++) {
            String text = texts.get(dates.get(i));
            texts.set(dates.get(i), text.substring(0, text.length() - 1) + AUXILIARY);
        }
        boolean byLookup = dates.isEmpty() && !lookups.isEmpty();
        if (byLookup) {
            int deciding = lookups.get(lookups.size() - 1);
            texts.set(deciding, texts.get(deciding).replace(AUXILIARY, "}"));
        }
        return new Log4jFilePattern(String.join("", texts), byLookup ? lookedUp : last, byLookup);
    }

    /** An index takes no options; what was matched as such is text. */
    private static String rest(Matcher word) {
        return (word.group(4) == null ? "" : "{" + word.group(4) + "}")
                + (word.group(5) == null ? "" : "{" + word.group(5) + "}");
    }

    /** The pattern for the engine. */
    String pattern() {
        return pattern;
    }

    /** Whether the only dates are lookups, which Log4j asks when it rolls: they make no periods. */
    boolean isByLookup() {
        return byLookup;
    }

    /** How long a period of the date is, in milliseconds; months and years roughly; 0 without a date. */
    long periodMillis() {
        return periodMillis(date);
    }

    /** Log4j looks for the letters anywhere, quoted or not. */
    static long periodMillis(String date) {
        if (date.indexOf('S') >= 0) {
            return 1;
        }
        if (date.indexOf('s') >= 0) {
            return SECOND;
        }
        if (date.indexOf('m') >= 0) {
            return MINUTE;
        }
        if (hasAny(date, "HKhk")) {
            return HOUR;
        }
        if (hasAny(date, "DdFE")) {
            return DAY;
        }
        if (hasAny(date, "wW")) {
            return 7 * DAY;
        }
        return date.indexOf('M') >= 0 ? 30 * DAY : hasAny(date, "yu") ? 365 * DAY : 0;
    }

    private static boolean hasAny(String date, String letters) {
        return letters.chars().anyMatch(letter -> date.indexOf(letter) >= 0);
    }

    /** A period in words. */
    static String inWords(long periodMillis) {
        Map<Long, String> words = Map.of(
                1L,
                "millisecond",
                SECOND,
                "second",
                MINUTE,
                "minute",
                HOUR,
                "hour",
                DAY,
                "day",
                7 * DAY,
                "week",
                30 * DAY,
                "month",
                365 * DAY,
                "year");
        return words.getOrDefault(periodMillis, "period");
    }

    /** Whether two moments, in milliseconds since the epoch, have the same last date; true if that is unknown. */
    boolean isSameDate(long first, long second) {
        try {
            DateTimeFormatter format = DateTimeFormatter.ofPattern(date).withZone(ZoneId.systemDefault());
            return format.format(Instant.ofEpochMilli(first)).equals(format.format(Instant.ofEpochMilli(second)));
        } catch (RuntimeException e) {
            // No date that the engine could write either.
            return true;
        }
    }
}
