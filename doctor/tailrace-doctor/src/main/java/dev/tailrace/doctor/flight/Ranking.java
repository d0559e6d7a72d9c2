package dev.tailrace.doctor.flight;

import java.util.List;

/**
 * What of one kind happened, the most costly first. Immutable.
 *
 * @param unit of the amounts: {@code seconds}, {@code bytes} or {@code times}
 * @param count of all events, those in no row included
 * @param amount of all events, those in no row included
 * @param loggingCount of those events with a logging library in their stack
 * @param loggingAmount of those events with a logging library in their stack
 * @param withoutStack how many events had no stack, so that it is unknown whether they were logging's
 */
public record Ranking(
        String unit,
        long count,
        double amount,
        long loggingCount,
        double loggingAmount,
        long withoutStack,
        List<Ranked> rows) {
    public Ranking {
        rows = List.copyOf(rows);
    }

    /** How much of the amount is logging's: 0 to 1; 0 when there is none at all. */
    public double loggingShare() {
        return amount > 0 ? loggingAmount / amount : 0;
    }
}
