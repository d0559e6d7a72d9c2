package dev.tailrace.engine.sink.rolling;

import java.text.Format;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The rolling periods that a date pattern implies: as long as its finest unit. Weeks begin as the default locale has it. All times
 * are milliseconds since the epoch. Not thread-safe: the calendar is scratch.
 */
public final class Periods {
    private static final int DAYS_OF_A_WEEK = 7;
    private static final TimeZone GMT = TimeZone.getTimeZone("GMT");

    /** From the finest to the coarsest, so that the first unit that shows in a name is the finest. */
    private enum Unit {
        MILLISECOND(Calendar.MILLISECOND, 1),
        SECOND(Calendar.SECOND, 1),
        MINUTE(Calendar.MINUTE, 1),
        HOUR(Calendar.HOUR_OF_DAY, 1),
        HALF_DAY(Calendar.HOUR_OF_DAY, 12),
        DAY(Calendar.DATE, 1),
        WEEK(Calendar.WEEK_OF_YEAR, 1),
        MONTH(Calendar.MONTH, 1),
        YEAR(Calendar.YEAR, 1);

        final int field;
        final int amount;

        Unit(int field, int amount) {
            this.field = field;
            this.amount = amount;
        }
    }

    private final Unit unit;
    private final Calendar calendar;

    private Periods(Unit unit, TimeZone zone) {
        this.unit = unit;
        this.calendar = new GregorianCalendar(zone, Locale.getDefault());
    }

    /** The periods of {@code datePattern}, or null when its text never changes. */
    static @Nullable Periods of(String datePattern, ZoneId zone) {
        SimpleDateFormat format = new SimpleDateFormat(datePattern, Locale.getDefault());
        format.setTimeZone(GMT);
        String atEpoch = ((Format) format).format(0L);
        for (Unit unit : Unit.values()) {
            long next = new Periods(unit, GMT).next(0);
            if (!((Format) format).format(next).equals(atEpoch)) {
                return new Periods(unit, TimeZone.getTimeZone(zone));
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
        return shift(millis, 0);
    }

    /** The beginning of the period after that of {@code millis}. */
    long next(long millis) {
        long next = shift(millis, 1);
        while (next <= millis) {
            // The hour that occurs twice makes this period longer than its unit; the next period begins with its name.
            calendar.add(unit.field, unit.amount);
            floor();
            next = calendar.getTimeInMillis();
        }
        return next;
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
        shift(millis, 0);
        int step = modulate ? count - number() % count : count;
        calendar.add(unit.field, step * unit.amount);
        long end = calendar.getTimeInMillis();
        return Math.max(end, next(millis));
    }

    private int number() {
        int days = calendar.getMinimalDaysInFirstWeek();
        // Week 1 is the first whole one, whatever the locale says.
        calendar.setMinimalDaysInFirstWeek(DAYS_OF_A_WEEK);
        int number = calendar.get(unit == Unit.DAY ? Calendar.DAY_OF_YEAR : unit.field);
        calendar.setMinimalDaysInFirstWeek(days);
        return number;
    }

    /** The beginning of the period {@code count} periods before that of {@code millis}. */
    public long before(long millis, int count) {
        return shift(millis, -count);
    }

    private long shift(long millis, int count) {
        calendar.setTimeInMillis(millis);
        floor();
        calendar.add(unit.field, count * unit.amount);
        return calendar.getTimeInMillis();
    }

    private void floor() {
        if (atLeast(Unit.YEAR)) {
            calendar.set(Calendar.MONTH, Calendar.JANUARY);
        }
        if (atLeast(Unit.MONTH)) {
            calendar.set(Calendar.DATE, 1);
        } else if (unit == Unit.WEEK) {
            calendar.set(Calendar.DAY_OF_WEEK, calendar.getFirstDayOfWeek());
        }
        if (atLeast(Unit.DAY)) {
            calendar.set(Calendar.HOUR_OF_DAY, 0);
        } else if (unit == Unit.HALF_DAY) {
            calendar.set(Calendar.HOUR_OF_DAY, calendar.get(Calendar.HOUR_OF_DAY) < 12 ? 0 : 12);
        }
        // Setting, not subtracting, joins the two hours of one name at the end of daylight saving time into one period.
        zero(Calendar.MINUTE, atLeast(Unit.HOUR));
        zero(Calendar.SECOND, atLeast(Unit.MINUTE));
        zero(Calendar.MILLISECOND, atLeast(Unit.SECOND));
    }

    private boolean atLeast(Unit other) {
        return unit.compareTo(other) >= 0;
    }

    private void zero(int field, boolean wanted) {
        if (wanted) {
            calendar.set(field, 0);
        }
    }
}
