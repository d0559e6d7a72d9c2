package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.control.Mailboxes;
import dev.tailrace.engine.drain.ConsoleDrainer;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.drain.Drainer;
import dev.tailrace.engine.drain.shared.SharedDrainer;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.log.Sinks;
import dev.tailrace.engine.sink.ConsoleSink;
import dev.tailrace.engine.sink.NullSink;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens the destinations of a configuration, each with its sink, lanes and drainer. An unavailable part is replaced, with a finding: a file
 * by the console, a lane directory by private memory. Opening is for one thread at a time.
 */
public final class DestinationFactory {
    private static final int FILE_RING = 1 << 21;
    private static final int CONSOLE_RING = 1 << 18;
    private static final long WINDOW_NANOS = 2_000_000;
    private static final long REOPEN_NANOS = 1_000_000_000;
    private static final String ONLY_CONSOLE = "Its events are on the console only.";

    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    private final Archiver archiver;
    private final EngineListener listener;
    private final DrainLoops loops;
    private final LaneOpener opener;
    private final LogJoin logs;
    private final Mailboxes mailboxes;
    private final ConsolePresence presence;

    /** The caller starts and stops the threads that clear, spill and archive. */
    /** @param mailboxes get the owner of each log that is opened */
    DestinationFactory(
            EngineSettings settings,
            LaneKeeper keeper,
            LaneKeeper spiller,
            Archiver archiver,
            EngineListener listener,
            Mailboxes mailboxes) {
        this.mailboxes = mailboxes;
        this.presence = new ConsolePresence(mailboxes);
        this.keeper = keeper;
        this.spiller = spiller;
        this.archiver = archiver;
        this.listener = listener;
        this.loops = new DrainLoops(settings, listener);
        this.opener = new LaneOpener(settings, listener);
        this.logs = new LogJoin(listener);
    }

    /** Starts the threads that drain; later ones start when they are made. */
    public void startLoops() {
        loops.start();
    }

    /** The threads that drain. */
    public List<DrainLoop> loops() {
        return loops.all();
    }

    /**
     * Asks the threads that drain to end. A late change of the configuration may still open a destination; its thread doesn't start then.
     */
    public List<DrainLoop> stopLoops() {
        return loops.stop();
    }

    /** Makes a process without log files reachable. */
    ConsolePresence presence() {
        return presence;
    }

    /** The memory budget of all destinations' lanes. */
    public MemoryBudget budget() {
        return opener.budget();
    }

    /** The budget of all destinations' spill files. */
    public MemoryBudget spill() {
        return opener.spill();
    }

    /** The log of a target; null for a console, also one named by a file appender, and for discarded output. */
    public @Nullable LogFile logOf(DestinationConfig destinationConfig) throws SinkUnavailableException {
        if (destinationConfig instanceof DestinationConfig.Keyed keyed) {
            return LogFile.of(keyed, listener::report);
        }
        return destinationConfig instanceof DestinationConfig.File file && Sinks.standIn(file, finding -> {}) == null
                ? LogFile.of(file, listener::report)
                : null;
    }

    private Sink sinkOf(DestinationConfig destinationConfig) {
        Sink standIn =
                destinationConfig instanceof DestinationConfig.File file ? Sinks.standIn(file, listener::report) : null;
        return standIn != null
                ? standIn
                : Sinks.console((DestinationConfig.Console) destinationConfig, listener::report);
    }

    /**
     * Opens a destination, or the console in its place.
     *
     * @param name of the appender, for messages
     * @param onConsole whether its events are on a console anyway: what would stand in for a file then writes them nowhere
     */
    public OpenDestination open(String name, DestinationConfig destinationConfig, LogSettings own, boolean onConsole) {
        try {
            return open(destinationConfig, logOf(destinationConfig), own);
        } catch (SinkUnavailableException | RuntimeException e) {
            if (onConsole) {
                listener.report(findingOf(e).about(name).evidence(List.of(ONLY_CONSOLE)));
                return kept(openConsole(new NullSink(), own));
            }
            listener.report(findingOf(e));
            listener.report(Finding.of(
                            FindingCode.FALLBACK_TO_CONSOLE, "The events of appender " + name + " go to the console.")
                    .about(name));
            return kept(openConsole(Sinks.console(listener::report), own));
        }
    }

    /**
     * Opens a destination.
     *
     * @param log {@link #logOf} the target; null for a console
     * @throws SinkUnavailableException when the destination can't be opened
     */
    public OpenDestination open(DestinationConfig destinationConfig, @Nullable LogFile log, LogSettings own)
            throws SinkUnavailableException {
        return kept(log != null ? openFile(log, own) : openConsole(sinkOf(destinationConfig), own));
    }

    private OpenDestination kept(OpenDestination fresh) {
        for (Lane lane : fresh.destination().lanes()) {
            keeper.add(lane);
            spiller.add(lane);
        }
        return fresh;
    }

    /** The finding about a destination that can't be opened. */
    public static Finding findingOf(Exception e) {
        return e instanceof SinkUnavailableException unavailable
                ? unavailable.finding()
                : Finding.of(FindingCode.INTERNAL_ERROR, e.toString());
    }

    /** Ends a destination that is closed and drained, or was never used. Call from the thread that steps its drainer. */
    public void close(OpenDestination over) {
        mailboxes.remove(over.destination());
        presence.remove(over.destination());
        try {
            over.drainer().close();
        } catch (IOException e) {
            listener.onError(e);
        } finally {
            for (Lane lane : over.destination().lanes()) {
                keeper.remove(lane);
                spiller.remove(lane);
            }
            listener.onEnd(over.destination());
        }
    }

    /** Reopens a closed destination; returns once there is memory for its lanes, or after a second. */
    public void reopen(OpenDestination closed) {
        closed.destination().reopen();
        keeper.wake();
        Waiting.until(System.nanoTime() + REOPEN_NANOS, closed.destination()::isOpen);
    }

    private OpenDestination openConsole(Sink sink, LogSettings own) {
        DrainLoop loop = loops.ofConsole(sink.description());
        return sink instanceof ConsoleSink console ? openConsole(console, own, loop) : openNothing(sink, own, loop);
    }

    private OpenDestination openConsole(ConsoleSink sink, LogSettings own, DrainLoop loop) {
        Destination destination = inProcess(own, sink, loop, true);
        ConsoleDrainer drainer = new ConsoleDrainer(destination, sink, listener);
        OpenDestination opened = new OpenDestination(destination, drainer, loop, null, null);
        opened.limit(own);
        presence.add(destination, own.parentDirectory());
        return opened;
    }

    /** Opens a destination that discards its lines; they are drained all the same. */
    private OpenDestination openNothing(Sink sink, LogSettings own, DrainLoop loop) {
        Destination destination = inProcess(own, sink, loop, false);
        return new OpenDestination(destination, drainer(destination, sink), loop, null, null);
    }

    /** {@code wakeAlways}: whether each line in the lane wakes the thread. */
    private Destination inProcess(LogSettings own, Sink sink, DrainLoop loop, boolean wakeAlways) {
        Waker waker = new Waker(loop, keeper, spiller, null);
        waker.drains(() -> true);
        Lane[] lanes = opener.open(1, CONSOLE_RING, opener.inProcess(sink.description()), waker, wakeAlways);
        return new Destination(lanes, sink.description(), DropCounters.inProcess(), own.overflow(), own.longestLine());
    }

    private Drainer drainer(Destination destination, Sink sink) {
        return new Drainer(destination, sink, WINDOW_NANOS, System::nanoTime, WallClock::nanos, listener);
    }

    private OpenDestination openFile(LogFile file, LogSettings own) throws SinkUnavailableException {
        try {
            return openShared(file, logs.join(file, own), own);
        } catch (LogJoin.NoSharedLanesException e) {
            listener.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "The lanes of " + file.description() + " can't be made: " + e.reason() + "."));
            return openShared(file, logs.joinAlone(file), own);
        }
    }

    private OpenDestination openShared(LogFile wanted, SharedLog log, LogSettings own) throws SinkUnavailableException {
        boolean opened = false;
        try {
            OpenDestination shared = openShared(wanted, log, log.owner(), own);
            opened = true;
            return shared;
        } finally {
            if (!opened) {
                // No other process could drain while this JVM lives.
                log.close();
            }
        }
    }

    private OpenDestination openShared(LogFile wanted, SharedLog log, @Nullable Owner owner, LogSettings own)
            throws SinkUnavailableException {
        String description = log.file().description();
        DrainLoop loop = loops.ofFiles();
        Waker waker = new Waker(loop, keeper, spiller, owner);
        RingFactory rings = owner == null ? opener.inProcess(description) : opener.shared(owner, log);
        Lane[] lanes = opener.open(LaneOpener.stripes(own), FILE_RING, rings, waker, loops.parks());
        for (Lane lane : lanes) {
            if (owner != null && lane.isPrivate() && !log.isDraining()) {
                throw new LogJoin.NoSharedLanesException(
                        owner.directory(), new IOException("there is no room for a lane"));
            }
        }
        DropCounters losses = owner == null ? DropCounters.inProcess() : DropCounters.of(owner);
        boolean keyed = wanted.isKeyed();
        Destination destination = new Destination(lanes, description, losses, own.overflow(), own.longestLine(), keyed);
        SharedDrainer drainer = new SharedDrainer(
                destination,
                log,
                archiver,
                WINDOW_NANOS,
                System::nanoTime,
                WallClock::nanos,
                listener,
                listener::report);
        waker.drains(drainer::isDraining);
        if (owner != null) {
            mailboxes.add(destination, owner);
        }
        return new OpenDestination(destination, drainer, loop, wanted, log.file());
    }
}
