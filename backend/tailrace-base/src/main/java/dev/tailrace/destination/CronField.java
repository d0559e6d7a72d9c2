package dev.tailrace.destination;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One word of a cron expression: numbers, names, ranges that may go past the end, steps, and lists of them. */
enum CronField {
    SECOND(0, 59, ""),
    MINUTE(0, 59, ""),
    HOUR(0, 23, ""),
    DAY(1, 31, ""),
    MONTH(1, 12, "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"),
    WEEKDAY(1, 7, "SUNMONTUEWEDTHUFRISAT"),
    YEAR(CronSchedule.FIRST_YEAR, CronSchedule.LAST_YEAR, "");

    /** Letters of a name. */
    private static final int NAME = 3;

    private static final Pattern PART =
            Pattern.compile("(?:(\\*)|([0-9]{1,4}|[A-Z]{3})(?:-([0-9]{1,4}|[A-Z]{3}))?)?(?:/([0-9]{1,4}))?");

    private final int least;
    private final int most;
    /** Three letters each. */
    private final String names;

    CronField(int least, int most, String names) {
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /** @throws IllegalArgumentException saying what is wrong */
    BitSet parse(String word) {
        BitSet values = new BitSet();
        for (String part : word.split(",", -1)) {
            add(part, values);
        }
        return values;
    }

    private void add(String part, BitSet values) {
        Matcher matcher = PART.matcher(part);
        if (part.isEmpty() || !matcher.matches()) {
            throw wrong(part);
        }
        String first = matcher.group(2);
        String last = matcher.group(3);
        String by = matcher.group(4);
        int from = first == null ? least : number(first);
        boolean single = first != null && last == null && by == null;
        int to = single ? from : last == null ? most : number(last);
        int step = by == null ? 1 : Integer.parseInt(by);
        if (step < 1) {
            throw wrong(part);
        }
        int size = most - least + 1;
        if (to < from && this == YEAR) {
            throw wrong(part);
        }
        for (int value = from; value <= (to < from ? to + size : to); value += step) {
            values.set(value > most ? value - size : value);
        }
    }

    /** A number or a name within the bounds. */
    int number(String word) {
        int name = names.indexOf(word);
        if (word.length() == NAME && name >= 0 && name % NAME == 0) {
            return least + name / NAME;
        }
        if (!word.matches("[0-9]{1,4}")) {
            throw wrong(word);
        }
        int number = Integer.parseInt(word);
        if (number < least || number > most) {
            throw wrong(word);
        }
        return number;
    }

    private IllegalArgumentException wrong(String part) {
        String what = switch (this) {
            case SECOND -> "seconds";
            case MINUTE -> "minutes";
            case HOUR -> "hours";
            case DAY -> "days of the month";
            case MONTH -> "months";
            case WEEKDAY -> "days of the week";
            case YEAR -> "years";
        };
        return new IllegalArgumentException("\"" + part + "\" names no " + what + " from " + least + " to " + most);
    }
}
