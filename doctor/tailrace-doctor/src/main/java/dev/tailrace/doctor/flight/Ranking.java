package dev.tailrace.doctor.flight;

import java.util.List;

/**
 * Events of one kind, the most costly first. Immutable.
 *
 * @param count of all events, those in no row included
 * @param amount of all events, those in no row included
 * @param loggingAmount of those events with a logging library in their stack
 */
public record Ranking(long count, double amount, double loggingAmount, List<Ranked> rows) {
    public Ranking {
        rows = List.copyOf(rows);
    }

    /** How much of the amount is logging's: 0 to 1; 0 when there is none at all. */
    public double loggingShare() {
        return amount > 0 ? loggingAmount / amount : 0;
    }
}
