package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.engine.control.EngineControl;
import dev.tailrace.engine.control.Mailboxes;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an engine, which all its destinations share: one drains the files, one drains each console, one clears and enlarges rings,
 * one spills, one archives. The caller keeps the list of destinations. For one thread at a time, but for {@link #flush}.
 */
public final class EngineRuntime {
    /** How long the end of a thread is waited for beyond the deadline of the lines. */
    private static final long THREADS_NANOS = 1_000_000_000L;

    private static final long BEAT_NANOS = 900_000_000L;

    private final EngineListener listener;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    private final Archiver archiver;
    private final DestinationFactory factory;
    private final Mailboxes mailboxes;
    private final boolean controlled;
    private volatile long beatAt = System.nanoTime();

    /** Starts nothing yet. */
    public EngineRuntime(EngineSettings settings, EngineListener listener) {
        this(settings, listener, null);
    }

    /**
     * Starts nothing yet.
     *
     * @param control answers requests of this user's other processes; null: none
     */
    public EngineRuntime(EngineSettings settings, EngineListener listener, @Nullable EngineControl control) {
        this.listener = listener;
        this.controlled = control != null;
        this.mailboxes = new Mailboxes(control, listener::report, listener::onError);
        this.keeper = LaneKeeper.ofRings(listener::onError, control == null ? null : mailboxes::look);
        this.spiller = LaneKeeper.ofSpills(listener::onError, this::beat);
        this.archiver = new Archiver(settings.archiverShare(), WallClock::nanos);
        this.factory = new DestinationFactory(settings, keeper, spiller, archiver, listener, mailboxes);
    }

    /** Opens and closes destinations on these threads. */
    public DestinationFactory factory() {
        return factory;
    }

    /** The archiver of rolled files. */
    public Archiver archiver() {
        return archiver;
    }

    private void beat() {
        long now = System.nanoTime();
        if (now - beatAt < BEAT_NANOS) {
            return;
        }
        beatAt = now;
        if (controlled) {
            factory.presence().beat();
        }
        for (DrainLoop loop : factory.loops()) {
            for (DrainAgent drainer : loop.drainers()) {
                try {
                    drainer.beat();
                } catch (RuntimeException | Error e) {
                    listener.onError(e);
                }
            }
        }
    }

    /** Starts the threads. */
    public void start() {
        keeper.start();
        spiller.start();
        archiver.start();
        factory.startLoops();
        if (keeper.isMissing() || isWithoutThread()) {
            listener.report(Finding.of(
                    FindingCode.NO_THREAD,
                    "The system has no room for another thread: log calls write their lines themselves, until one can be"
                            + " started. Rolled files are compressed after the next start."));
        }
    }

    /** Whether the system had no room for a thread that drains, so that each caller has to {@link #flush}. */
    public boolean isWithoutThread() {
        for (DrainLoop loop : factory.loops()) {
            if (loop.isMissing()) {
                return true;
            }
        }
        return false;
    }

    /** Has timed work of the user looked for at once, instead of within half a second. For any thread. */
    public void hurry() {
        keeper.wake();
    }

    /** Waits until all earlier lines are in their sinks; false when they aren't by {@code deadline} (nanoTime). */
    public boolean flush(List<DrainAgent> drainers, long deadline) {
        return flush(drainers, () -> deadline, false);
    }

    /** Flushes at the end, and also waits for lines of killed processes that this one drains; the deadline may move. */
    public boolean finish(List<DrainAgent> drainers, LongSupplier deadline) {
        return flush(drainers, deadline, true);
    }

    private boolean flush(List<DrainAgent> drainers, LongSupplier deadline, boolean last) {
        Deque<Lane.Mark> marks = new ArrayDeque<>();
        for (DrainAgent drainer : drainers) {
            for (Lane lane : drainer.destination().lanes()) {
                marks.add(lane.mark());
            }
        }
        List<DrainLoop> loops = beginUrgency();
        try {
            return Waiting.until(deadline, () -> {
                stepMissing(loops);
                while (!marks.isEmpty() && marks.element().isReached()) {
                    marks.remove();
                }
                return marks.isEmpty() && !(last && anyHasInherited(drainers));
            });
        } finally {
            endUrgency(loops);
            for (DrainLoop loop : loops) {
                loop.stepInCaller(true);
            }
        }
    }

    // Loops, here and below, where a stream or a lambda would be shorter: at the end of a short process each costs half
    // a millisecond.

    private static boolean anyHasInherited(List<DrainAgent> drainers) {
        for (DrainAgent drainer : drainers) {
            if (drainer.hasInherited()) {
                return true;
            }
        }
        return false;
    }

    private static boolean haveLeft(List<DrainAgent> drainers) {
        for (DrainAgent drainer : drainers) {
            if (!drainer.hasLeft()) {
                return false;
            }
        }
        return true;
    }

    private List<DrainLoop> beginUrgency() {
        List<DrainLoop> loops = factory.loops();
        for (DrainLoop loop : loops) {
            loop.beginUrgency();
        }
        return loops;
    }

    private static void endUrgency(List<DrainLoop> loops) {
        for (DrainLoop loop : loops) {
            loop.endUrgency();
        }
    }

    /** At the end of the JVM: ends the rings, writes what they have, and removes the empty ones. Late lines get fresh rings. */
    public void seal(List<DrainAgent> drainers, LongSupplier deadline) {
        for (DrainAgent drainer : drainers) {
            drainer.destination().seal();
        }
        // Later lines belong to calls that the end of the process interrupts, and aren't waited for.
        if (!finish(drainers, deadline)) {
            reportLeftOver(drainers);
        }
        archiver.reportWaiting();
        for (DrainAgent drainer : drainers) {
            for (Lane lane : drainer.destination().lanes()) {
                lane.discardSealed(deadline.getAsLong());
            }
        }
    }

    /** At the end of the JVM: removes what was made for other processes where none takes part, as far as that is done by a deadline. */
    public void leave(List<DrainAgent> drainers, long deadline) {
        factory.presence().leave();
        for (DrainAgent drainer : drainers) {
            drainer.leave();
        }
        List<DrainLoop> loops = beginUrgency();
        try {
            Waiting.until(deadline, () -> {
                stepMissing(loops);
                return haveLeft(drainers);
            });
        } finally {
            endUrgency(loops);
        }
    }

    /** Does the work of threads that the system has no room for. */
    private void stepMissing(List<DrainLoop> loops) {
        keeper.stepInCaller();
        spiller.stepInCaller();
        if (spiller.isMissing()) {
            beat();
        }
        for (DrainLoop loop : loops) {
            loop.stepInCaller(false);
        }
    }

    /** Refuses further lines, writes the rest by {@code deadline} (nanoTime), and asks all threads to end; see {@link #awaitEnd}. */
    public void stop(List<DrainAgent> drainers, LongSupplier deadline) {
        for (DrainAgent drainer : drainers) {
            drainer.destination().close();
        }
        beginUrgency();
        Waiting.until(deadline, () -> {
            stepMissing(factory.loops());
            return drainers.stream().allMatch(each -> each.destination().isDrained() && !each.hasInherited());
        });
        long last = deadline.getAsLong() + THREADS_NANOS;
        archiver.reportWaiting();
        List<DrainLoop> loops = factory.stopLoops();
        reportLeftOver(drainers);
        for (DrainLoop loop : loops) {
            // A stuck console must not keep the files claimed; its drainer is closed when the write returns.
            loop.join(last);
            loop.whenOver(() -> loop.drainers().forEach(this::close));
        }
        keeper.stop();
        spiller.stop();
        factory.presence().leave();
    }

    private void close(DrainAgent drainer) {
        try {
            drainer.close();
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    /** Waits, after {@link #stop}, for the end of the threads. */
    public void awaitEnd(long deadline) {
        long last = deadline + THREADS_NANOS;
        keeper.awaitEnd(last);
        mailboxes.awaitEnd(last);
        spiller.awaitEnd(last);
        archiver.awaitEnd(last);
    }

    /** Reports the lines that were not written in time. */
    public void reportLeftOver(List<DrainAgent> drainers) {
        for (DrainAgent drainer : drainers) {
            Destination destination = drainer.destination();
            long backlog = destination.backlog();
            boolean inherited = drainer.hasInherited();
            if (backlog > 0 || inherited) {
                listener.report(Finding.of(
                        destination.outlivesProcess() ? FindingCode.EVENTS_LEFT : FindingCode.EVENTS_LOST,
                        "Lines for " + destination.description() + " were not written in time: "
                                + (inherited
                                        ? "some of them were left by killed processes."
                                        : "they take " + backlog + " bytes of its lanes.")));
            }
        }
    }
}
