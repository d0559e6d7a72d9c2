package dev.tailrace;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.limit.LimitTable;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The tables of limits of the destinations that have any. A destination keeps its table, so that another configuration goes on with the
 * tokens and counts that are there. Thread-safe.
 */
final class LimitTables {
    private final MemoryBudget budget;
    private final Reporter reporter;
    private final Map<Destination, LimitTable> tables = Collections.synchronizedMap(new WeakHashMap<>());

    LimitTables(MemoryBudget budget, Reporter reporter) {
        this.budget = budget;
        this.reporter = reporter;
    }

    /** The table of a destination, made when it is first asked for. */
    LimitTable of(Destination destination) {
        return tables.computeIfAbsent(destination, this::open);
    }

    private LimitTable open(Destination destination) {
        try {
            destination.limits().open();
        } catch (IOException e) {
            reporter.report(Finding.of(
                    FindingCode.LIMIT_COUNTS_NOT_SHARED,
                    "The counts of the limits of " + destination.description() + " are kept in this process alone: "
                            + e.getMessage() + "."));
        }
        // Weak: a table with a strong reference would keep its destination forever.
        WeakReference<Destination> seen = new WeakReference<>(destination);
        return new LimitTable(destination.limits(), () -> {
            Destination of = seen.get();
            return of != null && of.backlog() >= budget.cap() / 4 * 3;
        });
    }
}
