package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.destination.Target;
import dev.tailrace.engine.drain.ConsoleDrainer;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainFindings;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.drain.Drainer;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.drain.shared.SharedDrainer;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.LossPage;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.log.Sinks;
import dev.tailrace.engine.sink.ConsoleSink;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the destinations of a configuration: a sink each, its lanes, and its drainer. Whatever can't be had is replaced by the next
 * best with a finding: the console for a file, private memory for a lane directory. Opening is for one thread at a time.
 */
public final class DestinationFactory {
    private static final int FILE_RING = 1 << 21;
    private static final int CONSOLE_RING = 1 << 18;
    private static final Set<String> NETWORK_FILE_SYSTEMS =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "ceph", "glusterfs", "lustre");
    private static final int SMALLEST_RING = 1 << 16;
    private static final long WINDOW_NANOS = 2_000_000;
    private static final long REOPEN_NANOS = 1_000_000_000;

    private final EngineSettings settings;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    private final Archiver archiver;
    private final EngineListener listener;
    private final MemoryBudget budget;
    private final MemoryBudget spill;
    private final WaitStrategy strategy;
    private final Map<String, DrainLoop> loops = new HashMap<>();
    private boolean started;
    private boolean stopped;

    /** The threads that clear, spill and archive are the caller's to start and stop. */
    public DestinationFactory(
            EngineSettings settings,
            LaneKeeper keeper,
            LaneKeeper spiller,
            Archiver archiver,
            EngineListener listener) {
        this.settings = settings;
        this.keeper = keeper;
        this.spiller = spiller;
        this.archiver = archiver;
        this.listener = listener;
        this.budget = new MemoryBudget(settings.memory() > 0 ? settings.memory() : MemoryDefault.bytes());
        this.spill = new MemoryBudget(settings.spill());
        this.strategy = strategy();
    }

    public MemoryBudget budget() {
        return budget;
    }

    private WaitStrategy strategy() {
        WaitStrategy wanted = settings.waiting();
        boolean spins = wanted == WaitStrategy.YIELD || wanted == WaitStrategy.BUSYSPIN;
        int cpus = Runtime.getRuntime().availableProcessors();
        if (spins && cpus < 4 && !settings.force()) {
            listener.report(Finding.of(
                    FindingCode.SPINNING_REFUSED,
                    "wait=\"" + wanted.name().toLowerCase(Locale.ROOT) + "\" needs 4 CPUs, this machine has " + cpus
                            + ": the drainer sleeps."));
            return WaitStrategy.SLEEP;
        }
        return wanted;
    }

    /** Which log a target stands for; null for a console, also one that a file appender names, and for what is discarded. */
    public @Nullable LogFile logOf(Target target) throws SinkUnavailableException {
        if (target instanceof Target.Sifted sifted) {
            return LogFile.of(sifted, listener::report);
        }
        return target instanceof Target.File file && Sinks.standIn(file, finding -> {}) == null
                ? LogFile.of(file, listener::report)
                : null;
    }

    private Sink sinkOf(Target target) {
        Sink standIn = target instanceof Target.File file ? Sinks.standIn(file, listener::report) : null;
        return standIn != null ? standIn : Sinks.console((Target.Console) target, listener::report);
    }

    /**
     * Opens a destination, or the console in its place.
     *
     * @param name of the appender, for messages
     */
    public OpenDestination open(String name, Target target, LogSettings own) {
        try {
            return open(target, logOf(target), own);
        } catch (SinkUnavailableException | RuntimeException e) {
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
     * @throws SinkUnavailableException when it can't be had
     */
    public OpenDestination open(Target target, @Nullable LogFile log, LogSettings own) throws SinkUnavailableException {
        return kept(log != null ? openFile(log, own) : openConsole(sinkOf(target), own));
    }

    private OpenDestination kept(OpenDestination fresh) {
        for (Lane lane : fresh.destination().lanes()) {
            keeper.add(lane);
            spiller.add(lane);
        }
        return fresh;
    }

    /** What people should know of a destination that can't be had. */
    public static Finding findingOf(Exception e) {
        return e instanceof SinkUnavailableException unavailable
                ? unavailable.finding()
                : Finding.of(FindingCode.INTERNAL_ERROR, e.toString());
    }

    /** Ends what is closed and drained, or was never used. To be called by who steps its drainer. */
    public void close(OpenDestination over) {
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

    /** Appends again to what was closed; returns once there is memory for it, or after a second. */
    public void reopen(OpenDestination closed) {
        closed.destination().reopen();
        keeper.wake();
        Waiting.until(System.nanoTime() + REOPEN_NANOS, closed.destination()::isOpen);
    }

    private OpenDestination openConsole(Sink sink, LogSettings own) {
        DrainLoop loop = loopFor(sink.description());
        return sink instanceof ConsoleSink console ? openConsole(console, own, loop) : openNothing(sink, own, loop);
    }

    private OpenDestination openConsole(ConsoleSink sink, LogSettings own, DrainLoop loop) {
        ConsoleWaker waker = new ConsoleWaker(loop, keeper, spiller);
        Lane[] lanes = openLanes(1, CONSOLE_RING, RingFactory.inProcess(budget), waker, true);
        Destination destination = inProcess(own, lanes, sink);
        ConsoleDrainer drainer = new ConsoleDrainer(drainer(destination, sink), sink, listener);
        waker.drains(drainer);
        OpenDestination opened = new OpenDestination(destination, drainer, loop, null, null);
        opened.limit(own);
        return opened;
    }

    /** What is discarded is drained all the same. */
    private OpenDestination openNothing(Sink sink, LogSettings own, DrainLoop loop) {
        Waker waker = new Waker(loop, keeper, spiller);
        waker.drains(() -> true);
        Lane[] lanes = openLanes(1, CONSOLE_RING, RingFactory.inProcess(budget), waker, false);
        Destination destination = inProcess(own, lanes, sink);
        return new OpenDestination(destination, drainer(destination, sink), loop, null, null);
    }

    private static Destination inProcess(LogSettings own, Lane[] lanes, Sink sink) {
        return new Destination(lanes, sink.description(), LossPage.inProcess(), own.overflow(), own.longestLine());
    }

    private Drainer drainer(Destination destination, Sink sink) {
        return new Drainer(destination, sink, WINDOW_NANOS, System::nanoTime, WallClock::nanos, listener);
    }

    private OpenDestination openFile(LogFile file, LogSettings own) throws SinkUnavailableException {
        try {
            return openShared(file, join(file, own), own);
        } catch (NoSharedLanesException e) {
            listener.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "The lanes of " + file.description() + " can't be shared: " + e.getMessage() + "."));
            return openShared(file, joinAlone(file), own);
        }
    }

    /** There is no room for lanes where others could find them. */
    private static final class NoSharedLanesException extends SinkUnavailableException {
        private static final long serialVersionUID = 1L;

        NoSharedLanesException(Path where, IOException e) {
            super(FileFindings.unwritable(where, e), e);
        }
    }

    /** With lanes in private memory a process must drain itself: the log, or a neighbour that nobody else has. */
    private SharedLog joinAlone(LogFile wanted) throws SinkUnavailableException {
        for (int n = 0; n < SharedLog.MAX_NEIGHBOURS; n++) {
            LogFile file = n == 0 ? wanted : wanted.neighbour(n);
            try {
                SharedLog log = SharedLog.joinAlone(file, listener, listener::report);
                if (log != null) {
                    tellNeighbour(wanted, file, n);
                    return log;
                }
            } catch (IOException e) {
                throw new SinkUnavailableException(FileFindings.unwritable(file.lockFile(), e), e);
            }
        }
        throw allTaken(wanted);
    }

    private static SinkUnavailableException allTaken(LogFile wanted) {
        return new SinkUnavailableException(
                FileFindings.unwritable(wanted.lockFile(), new IOException("all neighbours are taken")));
    }

    private void tellNeighbour(LogFile wanted, LogFile taken, int n) {
        if (n > 0) {
            listener.report(FileFindings.inUse(Path.of(wanted.description()), Path.of(taken.description()), false));
        }
    }

    /** Takes part in the log, or in a neighbour of it if the processes that log to it can't be reached. */
    private SharedLog join(LogFile wanted, LogSettings own) throws SinkUnavailableException {
        for (int n = 0; n < SharedLog.MAX_NEIGHBOURS; n++) {
            LogFile file = n == 0 ? wanted : wanted.neighbour(n);
            try {
                SharedLog log = SharedLog.join(file, n > 0, () -> laneDirectory(file, own), listener, listener::report);
                if (log != null) {
                    tellNeighbour(wanted, file, n);
                    return log;
                }
            } catch (IOException e) {
                throw new NoSharedLanesException(file.lockFile(), e);
            }
        }
        throw allTaken(wanted);
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
        DrainLoop loop = loopFor("");
        Waker waker = new Waker(loop, keeper, spiller);
        RingFactory rings = owner == null ? RingFactory.inProcess(budget) : mapped(owner, log);
        Lane[] lanes = openLanes(stripes(own), FILE_RING, rings, waker, strategy == WaitStrategy.PARK);
        for (Lane lane : lanes) {
            if (owner != null && lane.isPrivate() && !log.isDraining()) {
                throw new NoSharedLanesException(owner.directory(), new IOException("there is no room for a lane"));
            }
        }
        LossPage losses = owner == null ? LossPage.inProcess() : LossPage.of(owner);
        boolean keyed = wanted.isSifted();
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
        return new OpenDestination(destination, drainer, loop, wanted, log.file());
    }

    private RingFactory mapped(Owner owner, SharedLog log) {
        return RingFactory.mapped(
                        owner,
                        budget,
                        failure -> listener.reportOnce(noRing(owner.directory(), failure)),
                        log.file().lockFile(),
                        spill,
                        failure -> listener.reportOnce(Finding.of(
                                FindingCode.SPILL_UNUSABLE,
                                "What doesn't fit into memory can't be moved to disk beside "
                                        + log.file().description() + ": " + failure + ".")))
                .drained(log::drained)
                .onCut(file -> listener.report(DrainFindings.cutRing(log.file().description(), file)));
    }

    private static Finding noRing(Path directory, IOException failure) {
        // A clean-up can take files away faster than they are made anew.
        return failure instanceof NoSuchFileException || Files.notExists(directory)
                ? Finding.of(
                        FindingCode.LANES_REMOVED,
                        directory
                                + " was emptied or replaced from outside just when a lane needed a new file there; it is"
                                + " made anew within a second.")
                : Finding.of(
                        FindingCode.SHARED_MEMORY_FULL,
                        "There is no room for a lane in " + directory + ": " + failure.getMessage() + ".");
    }

    private static int stripes(LogSettings own) {
        return own.stripes() > 0 ? Integer.highestOneBit(own.stripes()) : defaultStripes();
    }

    /** One that nothing is drained by any more costs nothing, and is used again. */
    private synchronized DrainLoop loopFor(String console) {
        return loops.computeIfAbsent(console, key -> {
            long interval = settings.intervalNanos();
            DrainLoop loop = key.isEmpty()
                    ? new DrainLoop("tailrace-drain", strategy, interval, listener)
                    : new DrainLoop("tailrace-console", forConsoles(), interval, listener);
            if (started && !stopped) {
                loop.start();
            }
            return loop;
        });
    }

    private WaitStrategy forConsoles() {
        return strategy == WaitStrategy.SLEEP || strategy == WaitStrategy.PARK ? WaitStrategy.PROMPT : strategy;
    }

    /** Starts the threads that drain; later ones start when they are made. */
    public synchronized void startLoops() {
        started = true;
        loops.values().forEach(DrainLoop::start);
    }

    /** The threads that drain. */
    public synchronized List<DrainLoop> loops() {
        return List.copyOf(loops.values());
    }

    /** A change of the configuration that comes too late may still open something: its thread would never end. */
    public synchronized List<DrainLoop> stopLoops() {
        stopped = true;
        loops.values().forEach(DrainLoop::stop);
        return loops();
    }

    /** The directory that this process would choose for the lanes of a log; null when there is none that it could use. */
    private @Nullable Path laneDirectory(LogFile file, LogSettings own) {
        LaneDirectory choice = LaneDirectory.choose(file.lockFile(), own.directory(), own.parentDirectory());
        for (LaneDirectory.Refusal refusal : choice.refusals()) {
            listener.report(Finding.of(codeOf(refusal), refusal.text()).about(file.description()));
        }
        Path directory = choice.directory();
        if (directory == null) {
            listener.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "No directory for the lanes of " + file.description() + " can be used."));
            return null;
        }
        reportSurroundings(file, choice, own);
        if (!choice.isMemory()) {
            listener.report(Finding.of(
                    FindingCode.LANES_BESIDE_FILE,
                    "The lanes of " + file.description() + " are in " + directory + "."));
        }
        return directory;
    }

    private void reportSurroundings(LogFile file, LaneDirectory choice, LogSettings own) {
        if (choice.isMemory()
                && own.parentDirectory() == null
                && own.directory() == null
                && ProcessHandle.current().pid() == 1) {
            listener.reportOnce(Finding.of(
                    FindingCode.PRIVATE_TO_CONTAINER,
                    "This process is number 1 of its container, and its lanes are in " + choice.directory() + "."));
        }
        try {
            String type = Files.getFileStore(file.lockFile()).type();
            if (NETWORK_FILE_SYSTEMS.contains(type)) {
                listener.report(Finding.of(
                        FindingCode.NETWORK_FILE_SYSTEM,
                        file.description() + " is on a file system of type " + type + "."));
            }
        } catch (IOException e) {
            // Nothing is known about the file system: then nothing is said about it.
            return;
        }
    }

    private static FindingCode codeOf(LaneDirectory.Refusal refusal) {
        return switch (refusal.reason()) {
            case FOREIGN -> FindingCode.LANE_DIRECTORY_FOREIGN;
            case OPEN -> FindingCode.LANE_DIRECTORY_OPEN;
            case LINK -> FindingCode.LANE_DIRECTORY_LINK;
            case UNUSABLE -> FindingCode.LANE_DIRECTORY_UNUSABLE;
        };
    }

    /** Few: one for each two CPUs. Producers on the same lane rarely meet, and each further lane makes the merge dearer. */
    private static int defaultStripes() {
        return Math.max(
                1, Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) / 2));
    }

    private Lane[] openLanes(int count, int capacity, RingFactory rings, LaneListener waker, boolean wakeAlways) {
        Lane[] lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = openLane(i, capacity, rings, waker, wakeAlways);
        }
        return lanes;
    }

    private Lane openLane(int index, int capacity, RingFactory rings, LaneListener waker, boolean wakeAlways) {
        for (int size = capacity; size >= SMALLEST_RING; size >>= 1) {
            Lane lane = Lane.open(index, size, rings, waker, wakeAlways);
            if (lane != null) {
                return lane;
            }
        }
        // Such as for a file that a changed configuration brings, while others have grown to the cap.
        Lane beyond = Lane.openBeyondCap(index, SMALLEST_RING, rings, waker, wakeAlways);
        if (beyond != null) {
            return beyond;
        }
        // A destination without any lane could only lose what is sent to it.
        RingFactory last = RingFactory.inProcess(new MemoryBudget(Long.MAX_VALUE));
        Lane lane = Lane.open(index, SMALLEST_RING, last, waker, wakeAlways);
        if (lane == null) {
            throw new OutOfMemoryError("no memory for a lane of " + SMALLEST_RING + " bytes");
        }
        listener.reportOnce(Finding.of(
                FindingCode.LANES_IN_PRIVATE_MEMORY,
                "The file system has no room for a lane of " + SMALLEST_RING + " bytes."));
        return lane;
    }
}
