package dev.tailrace.runtime;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.runtime.EngineRuntime;
import dev.tailrace.engine.runtime.Waiting;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.limit.LimitTable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tables of limits of the destinations that have any, and the clock of their summaries. A destination keeps its table, so that another
 * configuration goes on with the tokens and counts that are there; one that comes back after it was closed gets a new table. Thread-safe.
 *
 * <p>Assumptions: the keeper's thread calls {@link #isDue} several times a second, and the control thread {@link #write}, of which there is
 * one at a time. So no application's thread writes a summary, and neither does the keeper, which makes room for all lines and must not wait
 * for any.
 *
 * <p>Guarantees: a summary is a line in a lane of its own destination, like any event's, and is noted in its table only when the lane has
 * taken it; so it is as safe as other lines from then on. {@link #close} returns when all summaries are in lanes, or reports how many events
 * are in none; it is to be called before the lanes are sealed or closed. A {@link #write} that is under way then is waited for, too, because
 * its summary is unreported until its lane has taken it.
 */
final class LimitTables {
    /** How long the last summaries wait for room. */
    private static final long CLOSING_NANOS = 1_000_000_000L;

    private final EngineRuntime runtime;
    private final Reporter reporter;
    private final Map<Destination, LimitTable> tables = new ConcurrentHashMap<>();
    /** The engine ends: a reload that is under way must not put another table in the place of one whose summaries are awaited. */
    private volatile boolean ended;
    /** Whether another engine takes the events that come then. */
    private volatile boolean successor;

    LimitTables(EngineRuntime runtime, Reporter reporter) {
        this.runtime = runtime;
        this.reporter = reporter;
    }

    /** The open table of a destination, made when it is first asked for. */
    LimitTable of(Destination destination) {
        MemoryBudget budget = runtime.factory().budget();
        LimitTable table = tables.compute(
                destination,
                (key, known) -> known != null && (ended || !known.isClosed())
                        ? known
                        : new LimitTable(
                                known == null ? 0 : known.total(), () -> key.backlog() >= budget.cap() / 4 * 3));
        if (ended) {
            // A limit can be the first one that late: its summaries would not be written.
            table.close(successor);
        }
        return table;
    }

    /** Whether a summary is due. Shows the number of held-back events to other processes, too. */
    boolean isDue() {
        long now = WallClock.nanos();
        boolean due = false;
        for (Map.Entry<Destination, LimitTable> each : tables.entrySet()) {
            each.getKey().losses().showLimited(each.getValue().total());
            due |= each.getValue().isDue(now);
        }
        return due;
    }

    /** Writes the summaries that are due. One that finds no room in its lane is tried again the next time. */
    void write() {
        long now = WallClock.nanos();
        tables.forEach((destination, table) ->
                table.summarise(now, summary -> reporter.writeSummary(destination, summary, now)));
    }

    /** The number of events of a destination that were held back. */
    long total(Destination destination) {
        LimitTable table = tables.get(destination);
        return table == null ? 0 : table.total();
    }

    /** Closes the tables of all destinations, at the end of the engine; {@code successor}: see {@link LimitTable#close}. */
    void closeAll(boolean successor) {
        this.successor = successor;
        ended = true;
        close(List.copyOf(tables.keySet()), successor);
    }

    /** Closes the table of a destination before its lanes are closed. */
    void close(Destination destination) {
        close(List.of(destination), true);
    }

    private void close(Collection<Destination> destinations, boolean successor) {
        for (Destination each : destinations) {
            LimitTable table = tables.get(each);
            if (table != null) {
                table.close(successor);
            }
        }
        long deadline = System.nanoTime() + CLOSING_NANOS;
        for (Destination each : destinations) {
            LimitTable table = tables.get(each);
            if (table != null && table.unreported() != 0) {
                runtime.hurry();
                if (!Waiting.until(deadline, () -> table.unreported() == 0)) {
                    reporter.report(Finding.of(
                            FindingCode.EVENTS_LOST,
                            table.unreported() + " events that limits held back are in no summary of "
                                    + each.description() + ", which takes no more lines."));
                }
            }
        }
    }

    /** Forgets a destination, whose memory is only released when nothing refers to it. */
    void forget(Destination destination) {
        tables.remove(destination);
    }
}
