package dev.tailrace.destination;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Moments that a cron expression of the Quartz kind names: seconds, minutes, hours, day of the month, month, day of the week (1 or SUN is
 * Sunday) and, if it is there, year. Each day has each of its moments once: what daylight saving time leaves out is at the end of the gap,
 * what it repeats is at its first time. Immutable; equal when text and zone are.
 */
public final class CronSchedule {
    /** When nothing more comes, or nothing was before. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The last year with a moment. */
    static final int LAST_YEAR = 2199;

    static final int FIRST_YEAR = 1970;

    private static final int LONGEST = 500;
    private static final int SECONDS_OF_A_DAY = 86_400;
    private static final int SECONDS_OF_AN_HOUR = 3_600;
    private static final int SECONDS_OF_A_MINUTE = 60;

    private final String text;
    private final ZoneId zone;
    private final BitSet seconds;
    private final BitSet minutes;
    private final BitSet hours;
    private final CronDays days;
    private final BitSet months;
    private final BitSet years;

    private CronSchedule(String text, ZoneId zone) {
        String[] words = text.split(" ", -1);
        if (words.length < 6 || words.length > 7) {
            throw new IllegalArgumentException("it has " + words.length
                    + " words; six (seconds minutes hours day-of-month month day-of-week) or seven (with the year)"
                    + " are read");
        }
        this.text = text;
        // So that zones of one offset are the same whatever they are called.
        this.zone = zone.normalized();
        this.seconds = CronField.SECOND.parse(words[0]);
        this.minutes = CronField.MINUTE.parse(words[1]);
        this.hours = CronField.HOUR.parse(words[2]);
        this.days = CronDays.parse(words[3], words[5]);
        this.months = CronField.MONTH.parse(words[4]);
        this.years = CronField.YEAR.parse(words.length == 7 ? words[6] : "*");
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static CronSchedule parse(String expression, ZoneId zone) {
        if (expression.length() > LONGEST) {
            throw new IllegalArgumentException("it has more than " + LONGEST + " characters");
        }
        return new CronSchedule(expression.strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT), zone);
    }

    /** The expression in capital letters with one space between its words. */
    public String text() {
        return text;
    }

    /** The time zone in which days begin. */
    public ZoneId zone() {
        return zone;
    }

    /** The first moment after {@code millis}; {@link #NEVER} if there is none. All in milliseconds since the epoch. */
    public long after(long millis) {
        Instant now = Instant.ofEpochMilli(millis);
        LocalDateTime at = LocalDateTime.ofInstant(now, zone).withNano(0).plusSeconds(1);
        for (LocalDateTime found = from(at); found != null; found = from(found.plusSeconds(1))) {
            long moment = millis(found);
            if (moment > millis) {
                return moment;
            }
        }
        return NEVER;
    }

    /** The last moment at or before {@code millis}; {@link #NEVER} if there is none since 1970. */
    public long upTo(long millis) {
        Instant now = Instant.ofEpochMilli(millis);
        LocalDateTime at = LocalDateTime.ofInstant(now, zone).withNano(0);
        ZoneOffsetTransition repeated = zone.getRules().getTransition(at);
        if (repeated != null && repeated.isOverlap() && !now.isBefore(repeated.getInstant())) {
            // The second time of this hour: the whole hour has had its moments.
            at = repeated.getDateTimeBefore().minusSeconds(1);
        }
        for (LocalDateTime found = downFrom(at); found != null; found = downFrom(found.minusSeconds(1))) {
            long moment = millis(found);
            if (moment <= millis) {
                return moment;
            }
        }
        return NEVER;
    }

    private long millis(LocalDateTime local) {
        ZoneRules rules = zone.getRules();
        ZoneOffsetTransition change = rules.getTransition(local);
        return change != null && change.isGap()
                ? change.getInstant().toEpochMilli()
                // The first of two times of one name.
                : local.atZone(zone).withEarlierOffsetAtOverlap().toInstant().toEpochMilli();
    }

    private @Nullable LocalDateTime from(LocalDateTime at) {
        LocalDate day = at.toLocalDate();
        int second = at.toLocalTime().toSecondOfDay();
        while (day.getYear() <= LAST_YEAR) {
            int year = years.nextSetBit(Math.max(day.getYear(), FIRST_YEAR));
            if (year < 0) {
                return null;
            }
            LocalDate next = day;
            if (year > day.getYear()) {
                next = LocalDate.of(year, 1, 1);
            } else if (!months.get(day.getMonthValue())) {
                next = YearMonth.from(day).plusMonths(1).atDay(1);
            } else if (!days.contains(day)) {
                next = day.plusDays(1);
            } else {
                int found = secondFrom(second);
                if (found >= 0) {
                    return day.atTime(LocalTime.ofSecondOfDay(found));
                }
                next = day.plusDays(1);
            }
            if (!next.equals(day)) {
                day = next;
                second = 0;
            }
        }
        return null;
    }

    private @Nullable LocalDateTime downFrom(LocalDateTime at) {
        LocalDate day = at.toLocalDate();
        int second = at.toLocalTime().toSecondOfDay();
        while (day.getYear() >= FIRST_YEAR) {
            int year = years.previousSetBit(Math.min(day.getYear(), LAST_YEAR));
            if (year < 0) {
                return null;
            }
            if (year < day.getYear()) {
                day = LocalDate.of(year, 12, 31);
            } else if (!months.get(day.getMonthValue())) {
                day = YearMonth.from(day).minusMonths(1).atEndOfMonth();
            } else {
                int found = days.contains(day) ? secondDownFrom(second) : -1;
                if (found >= 0) {
                    return day.atTime(LocalTime.ofSecondOfDay(found));
                }
                day = day.minusDays(1);
            }
            second = SECONDS_OF_A_DAY - 1;
        }
        return null;
    }

    /** Within a day; −1: none. */
    private int secondFrom(int least) {
        int hour = hours.nextSetBit(least / SECONDS_OF_AN_HOUR);
        int minute = least / SECONDS_OF_A_MINUTE % 60;
        int second = least % SECONDS_OF_A_MINUTE;
        if (hour > least / SECONDS_OF_AN_HOUR) {
            minute = 0;
            second = 0;
        }
        while (hour >= 0) {
            int found = minutes.nextSetBit(minute);
            if (found > minute) {
                second = 0;
            }
            if (found >= 0) {
                int exact = seconds.nextSetBit(second);
                if (exact >= 0) {
                    return hour * SECONDS_OF_AN_HOUR + found * SECONDS_OF_A_MINUTE + exact;
                }
                minute = found + 1;
            } else {
                hour = hours.nextSetBit(hour + 1);
                minute = 0;
            }
            second = 0;
        }
        return -1;
    }

    private int secondDownFrom(int most) {
        int hour = hours.previousSetBit(most / SECONDS_OF_AN_HOUR);
        boolean same = hour == most / SECONDS_OF_AN_HOUR;
        int minute = same ? most / SECONDS_OF_A_MINUTE % 60 : 59;
        int second = same ? most % SECONDS_OF_A_MINUTE : 59;
        while (hour >= 0) {
            int found = minute < 0 ? -1 : minutes.previousSetBit(minute);
            if (found < minute) {
                second = 59;
            }
            if (found >= 0) {
                int exact = seconds.previousSetBit(second);
                if (exact >= 0) {
                    return hour * SECONDS_OF_AN_HOUR + found * SECONDS_OF_A_MINUTE + exact;
                }
                minute = found - 1;
            } else {
                hour = hour == 0 ? -1 : hours.previousSetBit(hour - 1);
                minute = 59;
            }
            second = 59;
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CronSchedule schedule && schedule.text.equals(text) && schedule.zone.equals(zone);
    }

    @Override
    public int hashCode() {
        return text.hashCode() * 31 + zone.hashCode();
    }

    @Override
    public String toString() {
        return text + " (" + zone + ")";
    }

    /** Sunday is 1. */
    static int number(DayOfWeek day) {
        return day.getValue() % 7 + 1;
    }
}
