package dev.tailrace.destination;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The days of a cron expression: those of the month or those of the week, the other one being {@code ?}. Immutable.
 *
 * @param way which of the two, and how
 * @param numbers days of the month or of the week, Sunday being 1
 * @param number what belongs to the way: days before the last one, or its ordinal
 */
record CronDays(Way way, BitSet numbers, int number) {
    enum Way {
        OF_MONTH,
        /** {@code L}, {@code L-3}. */
        LAST_OF_MONTH,
        /** {@code LW}, {@code L-3W}. */
        LAST_WEEKDAY_OF_MONTH,
        /** {@code 15W}: the one from Monday to Friday that is nearest, in the same month. */
        NEAREST_WEEKDAY,
        OF_WEEK,
        /** {@code 6L}: the last Friday. */
        LAST_OF_WEEK,
        /** {@code 6#3}: the third Friday. */
        NTH_OF_WEEK
    }

    private static final Pattern LAST = Pattern.compile("L(?:-([0-9]{1,2}))?(W)?");
    private static final Pattern NEAREST = Pattern.compile("([0-9]{1,2})W");
    private static final Pattern OF_THE_WEEK = Pattern.compile("([0-9]|[A-Z]{3})(?:(L)|#([0-9]{1,2}))");
    private static final int DAYS_OF_A_WEEK = 7;
    private static final int MOST_DAYS_BEFORE = 30;

    /** @throws IllegalArgumentException saying what is wrong */
    static CronDays parse(String ofMonth, String ofWeek) {
        if (ofMonth.equals("?") == ofWeek.equals("?")) {
            throw new IllegalArgumentException(
                    "either the day of the month or the day of the week is ?, and the other one says which days");
        }
        return ofWeek.equals("?") ? ofMonth(ofMonth) : ofWeek(ofWeek);
    }

    private static CronDays ofMonth(String word) {
        Matcher last = LAST.matcher(word);
        if (last.matches()) {
            int before = last.group(1) == null ? 0 : Integer.parseInt(last.group(1));
            if (before > MOST_DAYS_BEFORE) {
                throw new IllegalArgumentException(
                        "\"" + word + "\" is more than " + MOST_DAYS_BEFORE + " days before the last one");
            }
            return new CronDays(
                    last.group(2) == null ? Way.LAST_OF_MONTH : Way.LAST_WEEKDAY_OF_MONTH, new BitSet(), before);
        }
        Matcher nearest = NEAREST.matcher(word);
        return nearest.matches()
                ? new CronDays(Way.NEAREST_WEEKDAY, new BitSet(), CronField.DAY.number(nearest.group(1)))
                : new CronDays(Way.OF_MONTH, CronField.DAY.parse(word), 0);
    }

    private static CronDays ofWeek(String word) {
        if (word.equals("L")) {
            return new CronDays(Way.OF_WEEK, one(DAYS_OF_A_WEEK), 0);
        }
        Matcher certain = OF_THE_WEEK.matcher(word);
        if (!certain.matches()) {
            return new CronDays(Way.OF_WEEK, CronField.WEEKDAY.parse(word), 0);
        }
        BitSet day = one(CronField.WEEKDAY.number(certain.group(1)));
        if (certain.group(2) != null) {
            return new CronDays(Way.LAST_OF_WEEK, day, 0);
        }
        int nth = Integer.parseInt(certain.group(3));
        if (nth < 1 || nth > 5) {
            throw new IllegalArgumentException("\"" + word + "\" is not between the first and the fifth of a month");
        }
        return new CronDays(Way.NTH_OF_WEEK, day, nth);
    }

    private static BitSet one(int number) {
        BitSet set = new BitSet();
        set.set(number);
        return set;
    }

    boolean contains(LocalDate day) {
        int date = day.getDayOfMonth();
        int length = day.lengthOfMonth();
        return switch (way) {
            case OF_MONTH -> numbers.get(date);
            case LAST_OF_MONTH -> date == Math.max(1, length - number);
            case LAST_WEEKDAY_OF_MONTH -> date == nearestWeekday(day, Math.max(1, length - number));
            case NEAREST_WEEKDAY -> number <= length && date == nearestWeekday(day, number);
            case OF_WEEK -> isDay(day);
            case LAST_OF_WEEK -> isDay(day) && date + DAYS_OF_A_WEEK > length;
            case NTH_OF_WEEK -> isDay(day) && (date + DAYS_OF_A_WEEK - 1) / DAYS_OF_A_WEEK == number;
        };
    }

    private boolean isDay(LocalDate day) {
        return numbers.get(CronSchedule.number(day.getDayOfWeek()));
    }

    private static int nearestWeekday(LocalDate month, int date) {
        DayOfWeek day = month.withDayOfMonth(date).getDayOfWeek();
        if (day == DayOfWeek.SATURDAY) {
            return date == 1 ? date + 2 : date - 1;
        }
        if (day == DayOfWeek.SUNDAY) {
            return date == month.lengthOfMonth() ? date - 2 : date + 1;
        }
        return date;
    }
}
