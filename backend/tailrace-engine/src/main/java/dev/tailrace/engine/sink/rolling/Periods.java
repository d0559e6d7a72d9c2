package dev.tailrace.engine.sink.rolling;

import java.text.Format;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalField;
import java.time.temporal.WeekFields;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The rolling periods that a date pattern implies: as long as its finest unit. Weeks begin as the default locale has it. All times
 * are milliseconds since the epoch. Immutable.
 *
 * <p>Not by {@link java.util.Calendar}, which reads the data of all locales at its first use: 30 ms of each start.
 */
public final class Periods {
    private static final int DAYS_OF_A_WEEK = 7;
    private static final int HOURS_OF_A_HALF_DAY = 12;

    /** From the finest to the coarsest, so that the first unit that shows in a name is the finest. */
    private enum Unit {
        MILLISECOND("S", ChronoUnit.MILLIS, 1, ChronoField.MILLI_OF_SECOND),
        SECOND("s", ChronoUnit.SECONDS, 1, ChronoField.SECOND_OF_MINUTE),
        MINUTE("m", ChronoUnit.MINUTES, 1, ChronoField.MINUTE_OF_HOUR),
        HOUR("HhKk", ChronoUnit.HOURS, 1, ChronoField.HOUR_OF_DAY),
        HALF_DAY("a", ChronoUnit.HOURS, HOURS_OF_A_HALF_DAY, ChronoField.HOUR_OF_DAY),
        DAY("dDEu", ChronoUnit.DAYS, 1, ChronoField.DAY_OF_YEAR),
        WEEK("wW", ChronoUnit.WEEKS, 1, ChronoField.DAY_OF_WEEK),
        MONTH("ML", ChronoUnit.MONTHS, 1, ChronoField.MONTH_OF_YEAR),
        YEAR("yY", ChronoUnit.YEARS, 1, ChronoField.YEAR);

        /** The letters of date patterns that change with this unit. */
        final String letters;

        final ChronoUnit chrono;
        final int amount;
        final TemporalField number;

        Unit(String letters, ChronoUnit chrono, int amount, TemporalField number) {
            this.letters = letters;
            this.chrono = chrono;
            this.amount = amount;
            this.number = number;
        }
    }

    private final Unit unit;
    private final ZoneId zone;

    private Periods(Unit unit, ZoneId zone) {
        this.unit = unit;
        this.zone = zone;
    }

    /**
     * The periods of {@code datePattern}, or null when its text never changes.
     *
     * @throws IllegalArgumentException when it is no date pattern
     */
    static @Nullable Periods of(String datePattern, ZoneId zone) {
        Unit finest = null;
        boolean quoted = false;
        for (int i = 0; i < datePattern.length(); i++) {
            char letter = datePattern.charAt(i);
            quoted ^= letter == '\'';
            if (!quoted && ((letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z'))) {
                Unit unit = unitOf(letter);
                if (unit == null) {
                    return byExample(datePattern, zone);
                }
                finest = finest == null || unit.compareTo(finest) < 0 ? unit : finest;
            }
        }
        return finest == null || quoted ? byExample(datePattern, zone) : new Periods(finest, zone);
    }

    private static @Nullable Unit unitOf(char letter) {
        for (Unit unit : Unit.values()) {
            if (unit.letters.indexOf(letter) >= 0) {
                return unit;
            }
        }
        return null;
    }

    /** For patterns with rare letters, or wrong ones. */
    private static @Nullable Periods byExample(String datePattern, ZoneId zone) {
        SimpleDateFormat format = new SimpleDateFormat(datePattern, Locale.getDefault());
        format.setTimeZone(TimeZone.getTimeZone("GMT"));
        String atEpoch = ((Format) format).format(0L);
        for (Unit unit : Unit.values()) {
            long next = new Periods(unit, ZoneOffset.UTC).next(0);
            if (!((Format) format).format(next).equals(atEpoch)) {
                return new Periods(unit, zone);
            }
        }
        return null;
    }

    /** What a period is called: day, half day. */
    String unit() {
        return unit.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The beginning of the period that {@code millis} lies in. */
    public long start(long millis) {
        return millis(floor(at(millis)));
    }

    /** The beginning of the period after that of {@code millis}. */
    long next(long millis) {
        ZonedDateTime next = add(floor(at(millis)), 1);
        while (millis(next) <= millis) {
            // The hour that occurs twice makes this period longer than its unit; the next period begins with its name.
            next = floor(add(next, 1));
        }
        return millis(next);
    }

    /**
     * The end of the span of several periods that begins with the one {@code millis} lies in.
     *
     * @param count of periods, at least 1
     * @param modulate whether spans end where the number of the next period in its larger unit can be divided by {@code count}; the first
     *     one is as much shorter. Hours and months are counted from 0, days and weeks of the year from 1, as in Log4j
     */
    long end(long millis, int count, boolean modulate) {
        if (count == 1) {
            return next(millis);
        }
        ZonedDateTime start = floor(at(millis));
        int step = modulate ? count - number(start) % count : count;
        return Math.max(millis(add(start, step)), next(millis));
    }

    private int number(ZonedDateTime at) {
        return switch (unit) {
            // Week 1 is the first whole one, whatever the locale says.
            case WEEK -> at.get(WeekFields.of(firstDay(), DAYS_OF_A_WEEK).weekOfWeekBasedYear());
            case MONTH -> at.getMonthValue() - 1;
            default -> at.get(unit.number);
        };
    }

    /** The beginning of the period {@code count} periods before that of {@code millis}. */
    public long before(long millis, int count) {
        return millis(add(floor(at(millis)), -count));
    }

    private ZonedDateTime at(long millis) {
        return Instant.ofEpochMilli(millis).atZone(zone);
    }

    private static long millis(ZonedDateTime at) {
        return at.toInstant().toEpochMilli();
    }

    private static DayOfWeek firstDay() {
        return WeekFields.of(Locale.getDefault()).getFirstDayOfWeek();
    }

    private ZonedDateTime add(ZonedDateTime at, int count) {
        ZonedDateTime sum = at.plus((long) count * unit.amount, unit.chrono);
        return unit.compareTo(Unit.WEEK) > 0 ? local(sum.toLocalDateTime()) : sum;
    }

    /** The two hours of one name at the end of daylight saving time are in one period, which begins with the second. */
    private ZonedDateTime local(LocalDateTime time) {
        return ZonedDateTime.ofLocal(time, zone, null).withLaterOffsetAtOverlap();
    }

    private ZonedDateTime floor(ZonedDateTime at) {
        LocalDateTime time = at.toLocalDateTime();
        LocalDateTime day = time.with(LocalTime.MIN);
        return switch (unit) {
            case MILLISECOND -> at;
            case SECOND, MINUTE, HOUR -> local(time.truncatedTo(unit.chrono));
            case HALF_DAY -> local(time.getHour() < HOURS_OF_A_HALF_DAY ? day : day.plusHours(HOURS_OF_A_HALF_DAY));
            case DAY -> local(day);
            case WEEK -> local(day.with(TemporalAdjusters.previousOrSame(firstDay())));
            case MONTH -> local(day.withDayOfMonth(1));
            case YEAR -> local(day.withDayOfYear(1));
        };
    }
}
