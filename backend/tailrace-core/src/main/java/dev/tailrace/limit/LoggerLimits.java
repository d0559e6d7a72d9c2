package dev.tailrace.limit;

import dev.tailrace.layout.event.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The limits of one logger at one appender, by level. Thread-safe; two of the same table with the same limits are equal. */
public final class LoggerLimits {
    private static final int LEVEL_STEP = 10;

    private final LimitTable table;
    private final @Nullable LimitRule[] rules;

    LoggerLimits(LimitTable table, @Nullable LimitRule[] rules) {
        this.table = table;
        this.rules = rules;
    }

    /** Decides on an event, and counts it if it is held back. Lock-free; a few nanoseconds below the rate. */
    public LimitTable.Verdict check(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        int place = event.level() / LEVEL_STEP;
        LimitRule rule = rules[Math.max(0, Math.min(rules.length - 1, place))];
        return rule == null ? LimitTable.Verdict.PASSES : table.check(rule, event, message, arguments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LoggerLimits limits && table == limits.table && Arrays.equals(rules, limits.rules);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(rules);
    }
}
