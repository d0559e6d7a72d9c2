package dev.tailrace.layout.log4j;

import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.pattern.DateOptions;
import dev.tailrace.layout.pattern.PatternNode;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Reads the options of Log4j 2's {@code %d{pattern or name}{zone}{locale}}. Names differ from Logback's: ISO8601 has a T here. */
final class Log4jDates {
    private static final String DEFAULT = "yyyy-MM-dd HH:mm:ss,SSS";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("ABSOLUTE", "HH:mm:ss,SSS"),
            Map.entry("ABSOLUTE_MICROS", "HH:mm:ss,SSSSSS"),
            Map.entry("ABSOLUTE_NANOS", "HH:mm:ss,SSSSSSSSS"),
            Map.entry("ABSOLUTE_PERIOD", "HH:mm:ss.SSS"),
            Map.entry("COMPACT", "yyyyMMddHHmmssSSS"),
            Map.entry("DATE", "dd MMM yyyy HH:mm:ss,SSS"),
            Map.entry("DATE_PERIOD", "dd MMM yyyy HH:mm:ss.SSS"),
            Map.entry("DEFAULT", DEFAULT),
            Map.entry("DEFAULT_MICROS", "yyyy-MM-dd HH:mm:ss,SSSSSS"),
            Map.entry("DEFAULT_NANOS", "yyyy-MM-dd HH:mm:ss,SSSSSSSSS"),
            Map.entry("DEFAULT_PERIOD", "yyyy-MM-dd HH:mm:ss.SSS"),
            Map.entry("ISO8601_BASIC", "yyyyMMdd'T'HHmmss,SSS"),
            Map.entry("ISO8601_BASIC_PERIOD", "yyyyMMdd'T'HHmmss.SSS"),
            Map.entry("ISO8601", "yyyy-MM-dd'T'HH:mm:ss,SSS"),
            Map.entry("ISO8601_OFFSET_DATE_TIME_HH", "yyyy-MM-dd'T'HH:mm:ss,SSSx"),
            Map.entry("ISO8601_OFFSET_DATE_TIME_HHMM", "yyyy-MM-dd'T'HH:mm:ss,SSSxx"),
            Map.entry("ISO8601_OFFSET_DATE_TIME_HHCMM", "yyyy-MM-dd'T'HH:mm:ss,SSSxxx"),
            Map.entry("ISO8601_PERIOD", "yyyy-MM-dd'T'HH:mm:ss.SSS"),
            Map.entry("ISO8601_PERIOD_MICROS", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS"),
            Map.entry("US_MONTH_DAY_YEAR2_TIME", "dd/MM/yy HH:mm:ss.SSS"),
            Map.entry("US_MONTH_DAY_YEAR4_TIME", "dd/MM/yyyy HH:mm:ss.SSS"));

    private Log4jDates() {}

    static Step createStep(PatternNode.Word word, List<Problem> problems) {
        String option = word.option(0);
        if (option == null || option.isEmpty()) {
            option = DEFAULT;
        }
        if (option.equals("UNIX")) {
            return (IndependentStep) (event, out) -> out.append(event.epochMillis() / 1_000);
        }
        if (option.equals("UNIX_MILLIS")) {
            return (IndependentStep) (event, out) -> out.append(event.epochMillis());
        }
        String pattern = NAMES.getOrDefault(option, option);
        ZoneId zone = zone(word, problems);
        String tag = word.option(2);
        Locale locale = tag == null ? Locale.getDefault() : Locale.forLanguageTag(tag.replace('_', '-'));
        try {
            return DateOptions.create(pattern, zone, locale);
        } catch (RuntimeException e) {
            // The JDK throws IndexOutOfBoundsException for too many equal letters.
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION,
                    word.column(),
                    "%d{" + pattern + "}: " + e.getMessage() + "; \"" + DEFAULT + "\" is used instead"));
            return DateOptions.create(DEFAULT, zone, locale);
        }
    }

    /** As in Log4j, which uses {@link TimeZone}, an unknown zone is GMT. */
    private static ZoneId zone(PatternNode.Word word, List<Problem> problems) {
        String name = word.option(1);
        if (name == null || name.isBlank()) {
            return ZoneId.systemDefault();
        }
        ZoneId zone = TimeZone.getTimeZone(name.trim()).toZoneId();
        boolean meant = name.trim().matches("(?i)(GMT|UTC|Z|UT|Zulu|Universal|Greenwich|Etc/.*)([-+]?0+(:0+)?)?");
        if (zone.getId().equals("GMT") && !meant) {
            problems.add(new Problem(
                    Problem.Kind.BAD_OPTION, word.column(), "%d: \"" + name + "\" is no time zone; GMT is used"));
        }
        return zone;
    }
}
