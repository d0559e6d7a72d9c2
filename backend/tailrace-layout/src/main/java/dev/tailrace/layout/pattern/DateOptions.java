package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.DateStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the options of {@code %d{pattern, zone, locale}}. */
public final class DateOptions {
    private static final String ISO = "yyyy-MM-dd HH:mm:ss,SSS";
    private static final String STRICT_ISO = "yyyy-MM-dd'T'HH:mm:ss,SSS";

    private DateOptions() {}

    static Step createStep(PatternNode.Word word, List<Problem> problems) {
        String option = word.option(0);
        String pattern = option == null || option.equals("ISO8601") ? ISO : option;
        if (pattern.equals("STRICT")) {
            pattern = STRICT_ISO;
        }
        ZoneId zone = zone(word, problems);
        String tag = word.option(2);
        Locale locale = tag == null ? Locale.getDefault() : Locale.forLanguageTag(tag);
        try {
            return create(pattern, zone, locale, false);
        } catch (RuntimeException e) {
            // The JDK throws IndexOutOfBoundsException for too many equal letters.
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    word.column(),
                    "%d{" + pattern + "}: " + e.getMessage() + "; \"" + ISO + "\" is used instead"));
            return create(ISO, zone, locale, false);
        }
    }

    private static ZoneId zone(PatternNode.Word word, List<Problem> problems) {
        String zone = word.option(1);
        if (zone != null) {
            try {
                return ZoneId.of(zone);
            } catch (DateTimeException e) {
                problems.add(new Problem(
                        Problem.Kind.BAD_OPTION,
                        word.column(),
                        "%d: \"" + zone + "\" is no time zone (" + e.getMessage() + "); the system's is used"));
            }
        }
        return ZoneId.systemDefault();
    }

    /** Creates the step for a date pattern. Throws some {@link RuntimeException} if the pattern is invalid. */
    public static Step create(String pattern, ZoneId zone, Locale locale) {
        return create(pattern, zone, locale, true);
    }

    /** @param precise whether digits after the milliseconds are the event's; otherwise they are zeros */
    private static Step create(String pattern, ZoneId zone, Locale locale, boolean precise) {
        DateTimeFormatter whole = formatter(pattern, zone, locale);
        // Some letters are legal only for certain values or types: fails now, not in a log call.
        String unused = whole.format(java.time.Instant.EPOCH);
        assert unused != null;
        Fraction fraction = Fraction.find(pattern);
        if (fraction == null) {
            return new WholeDateStep(whole, precise);
        }
        return new DateStep(
                formatter(pattern.substring(0, fraction.start), zone, locale),
                fraction.digits,
                formatter(pattern.substring(fraction.start + fraction.digits), zone, locale),
                precise);
    }

    private static DateTimeFormatter formatter(String pattern, ZoneId zone, Locale locale) {
        return DateTimeFormatter.ofPattern(pattern).withZone(zone).withLocale(locale);
    }

    /** The only part of a pattern that changes within a second: a run of S, perhaps empty. */
    private record Fraction(int start, int digits) {
        /** Null if other parts change within a second, too. */
        static @Nullable Fraction find(String pattern) {
            boolean quoted = false;
            int start = -1;
            int end = -1;
            for (int i = 0; i < pattern.length(); i++) {
                char c = pattern.charAt(i);
                if (c == '\'') {
                    quoted = !quoted;
                } else if (!quoted && c == 'S') {
                    if (end >= 0 && end != i) {
                        return null;
                    }
                    start = start < 0 ? i : start;
                    end = i + 1;
                } else if (!quoted && "nNA[]p".indexOf(c) >= 0) {
                    // Nanoseconds and similar letters, and letters that change the meaning of their neighbours.
                    return null;
                }
            }
            return end < 0 ? new Fraction(pattern.length(), 0) : new Fraction(start, end - start);
        }
    }
}
