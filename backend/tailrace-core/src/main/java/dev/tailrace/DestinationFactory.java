package dev.tailrace;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Settings;
import dev.tailrace.engine.drain.ConsoleDrainer;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.DrainFindings;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.drain.Drainer;
import dev.tailrace.engine.drain.Overflow;
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
import dev.tailrace.target.Target;
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
final class DestinationFactory {
    private static final int FILE_RING = 1 << 21;
    private static final int CONSOLE_RING = 1 << 18;
    private static final Set<String> NETWORK_FILE_SYSTEMS =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "ceph", "glusterfs", "lustre");
    private static final int SMALLEST_RING = 1 << 16;
    private static final long WINDOW_NANOS = 2_000_000;
    private static final long REOPEN_NANOS = 1_000_000_000;

    private final Settings settings;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    private final Archiver archiver;
    private final Reporter reporter;
    private final MemoryBudget budget;
    private final MemoryBudget spill;
    private final WaitStrategy strategy;
    private final Map<String, DrainLoop> loops = new HashMap<>();
    private boolean started;
    private boolean stopped;

    /**
     * A destination and how it is drained.
     *
     * @param log the log it stands for; null for a console, and for one that stands in for a file
     */
    record Opened(
            Destination destination,
            DrainAgent drainer,
            DrainLoop loop,
            @Nullable LogFile log) {}

    DestinationFactory(Settings settings, LaneKeeper keeper, LaneKeeper spiller, Archiver archiver, Reporter reporter) {
        this.settings = settings;
        this.keeper = keeper;
        this.spiller = spiller;
        this.archiver = archiver;
        this.reporter = reporter;
        this.budget = new MemoryBudget(settings.memory() > 0 ? settings.memory() : MemoryDefault.bytes());
        this.spill = new MemoryBudget(settings.spill());
        this.strategy = strategy();
    }

    MemoryBudget budget() {
        return budget;
    }

    private WaitStrategy strategy() {
        WaitStrategy wanted = WaitStrategy.valueOf(settings.waiting().name());
        boolean spins = wanted == WaitStrategy.YIELD || wanted == WaitStrategy.BUSYSPIN;
        int cpus = Runtime.getRuntime().availableProcessors();
        if (spins && cpus < 4 && !settings.force()) {
            reporter.report(Finding.of(
                    FindingCode.SPINNING_REFUSED,
                    "wait=\"" + settings.waiting().name().toLowerCase(Locale.ROOT)
                            + "\" needs 4 CPUs, this machine has " + cpus + ": the drainer sleeps."));
            return WaitStrategy.SLEEP;
        }
        return wanted;
    }

    /** Which log a target stands for; null for a console, also one that a file appender names, and for what is discarded. */
    @Nullable
    LogFile logOf(Target target) throws SinkUnavailableException {
        if (target instanceof Target.Sifted sifted) {
            return LogFile.of(sifted, reporter::report);
        }
        return target instanceof Target.File file && Sinks.standIn(file, finding -> {}) == null
                ? LogFile.of(file, reporter::report)
                : null;
    }

    private Sink sinkOf(Target target) {
        Sink standIn = target instanceof Target.File file ? Sinks.standIn(file, reporter::report) : null;
        return standIn != null ? standIn : Sinks.console((Target.Console) target, reporter::report);
    }

    /** Opens what an appender writes to, or the console in its place. */
    Opened open(AppenderConfig appender) {
        try {
            return open(appender, logOf(appender.target()));
        } catch (SinkUnavailableException | RuntimeException e) {
            reporter.report(findingOf(e));
            reporter.report(Finding.of(
                            FindingCode.FALLBACK_TO_CONSOLE,
                            "The events of appender " + appender.name() + " go to the console.")
                    .about(appender.name()));
            return kept(openConsole(appender, Sinks.console(reporter::report)));
        }
    }

    /**
     * Opens what an appender writes to.
     *
     * @param log {@link #logOf} its target; null for a console
     * @throws SinkUnavailableException when it can't be had
     */
    Opened open(AppenderConfig appender, @Nullable LogFile log) throws SinkUnavailableException {
        return kept(log != null ? openFile(appender, log) : openConsole(appender, sinkOf(appender.target())));
    }

    private Opened kept(Opened fresh) {
        for (Lane lane : fresh.destination().lanes()) {
            keeper.add(lane);
            spiller.add(lane);
        }
        return fresh;
    }

    static Finding findingOf(Exception e) {
        return e instanceof SinkUnavailableException unavailable
                ? unavailable.finding()
                : Finding.of(FindingCode.INTERNAL_ERROR, e.toString());
    }

    /** Ends what is closed and drained, or was never used. To be called by who steps its drainer. */
    void close(Opened over) {
        try {
            reporter.close(over.drainer());
        } finally {
            for (Lane lane : over.destination().lanes()) {
                keeper.remove(lane);
                spiller.remove(lane);
            }
            reporter.forget(over.destination());
            // What they remember of their last claim would keep the memory of these lanes.
            Tailrace.EVENTS.forgetMemory();
        }
    }

    void failed(Throwable error) {
        reporter.onError(error);
    }

    /** Appends again to what was closed; returns once there is memory for it, or after a second. */
    void reopen(Opened closed) {
        closed.destination().reopen();
        keeper.wake();
        Waiting.until(System.nanoTime() + REOPEN_NANOS, closed.destination()::isOpen);
    }

    /** What callers do at the cap, which a configuration can change while it runs. */
    static void limit(Opened kept, Settings own) {
        kept.destination().limit(overflow(own), own.maxEvent());
        if (kept.drainer() instanceof ConsoleDrainer console) {
            limit(console, own);
        }
    }

    private static void limit(ConsoleDrainer console, Settings own) {
        console.limit(own.console() == Settings.Console.SYNC, own.maxWaitMillis() * 1_000_000L);
    }

    private Opened openConsole(AppenderConfig appender, Sink sink) {
        DrainLoop loop = loopFor(sink.description());
        return sink instanceof ConsoleSink console
                ? openConsole(appender, console, loop)
                : openNothing(appender, sink, loop);
    }

    private Opened openConsole(AppenderConfig appender, ConsoleSink sink, DrainLoop loop) {
        ConsoleWaker waker = new ConsoleWaker(loop, keeper, spiller);
        Lane[] lanes = openLanes(1, CONSOLE_RING, RingFactory.inProcess(budget), waker, true);
        Destination destination = inProcess(appender.settings(), lanes, sink);
        ConsoleDrainer drainer = new ConsoleDrainer(drainer(destination, sink), sink, reporter);
        limit(drainer, appender.settings());
        waker.drains(drainer);
        return new Opened(destination, drainer, loop, null);
    }

    /** What is discarded is drained all the same. */
    private Opened openNothing(AppenderConfig appender, Sink sink, DrainLoop loop) {
        Waker waker = new Waker(loop, keeper, spiller);
        waker.drains(() -> true);
        Lane[] lanes = openLanes(1, CONSOLE_RING, RingFactory.inProcess(budget), waker, false);
        Destination destination = inProcess(appender.settings(), lanes, sink);
        return new Opened(destination, drainer(destination, sink), loop, null);
    }

    private static Destination inProcess(Settings own, Lane[] lanes, Sink sink) {
        return new Destination(lanes, sink.description(), LossPage.inProcess(), overflow(own), own.maxEvent());
    }

    private Drainer drainer(Destination destination, Sink sink) {
        return new Drainer(destination, sink, WINDOW_NANOS, System::nanoTime, Engine::epochNanos, reporter);
    }

    private Opened openFile(AppenderConfig appender, LogFile file) throws SinkUnavailableException {
        try {
            return openShared(file, join(file, appender.settings()), appender.settings());
        } catch (NoSharedLanesException e) {
            reporter.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "The lanes of " + file.description() + " can't be shared: " + e.getMessage() + "."));
            return openShared(file, joinAlone(file), appender.settings());
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
                SharedLog log = SharedLog.joinAlone(file, reporter, reporter::report);
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
            reporter.report(FileFindings.inUse(Path.of(wanted.description()), Path.of(taken.description()), false));
        }
    }

    /** Takes part in the log, or in a neighbour of it if the processes that log to it can't be reached. */
    private SharedLog join(LogFile wanted, Settings own) throws SinkUnavailableException {
        for (int n = 0; n < SharedLog.MAX_NEIGHBOURS; n++) {
            LogFile file = n == 0 ? wanted : wanted.neighbour(n);
            try {
                SharedLog log = SharedLog.join(file, n > 0, () -> laneDirectory(file, own), reporter, reporter::report);
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

    private Opened openShared(LogFile wanted, SharedLog log, Settings own) throws SinkUnavailableException {
        boolean opened = false;
        try {
            Opened shared = openShared(wanted, log, log.owner(), own);
            opened = true;
            return shared;
        } finally {
            if (!opened) {
                // No other process could drain while this JVM lives.
                log.close();
            }
        }
    }

    private Opened openShared(LogFile wanted, SharedLog log, @Nullable Owner owner, Settings own)
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
        Destination destination = new Destination(lanes, description, losses, overflow(own), own.maxEvent(), keyed);
        SharedDrainer drainer = new SharedDrainer(
                destination,
                log,
                archiver,
                WINDOW_NANOS,
                System::nanoTime,
                Engine::epochNanos,
                reporter,
                reporter::report);
        waker.drains(drainer::isDraining);
        return new Opened(destination, drainer, loop, wanted);
    }

    private RingFactory mapped(Owner owner, SharedLog log) {
        return RingFactory.mapped(
                        owner,
                        budget,
                        failure -> reporter.reportOnce(noRing(owner.directory(), failure)),
                        log.file().lockFile(),
                        spill,
                        failure -> reporter.reportOnce(Finding.of(
                                FindingCode.SPILL_UNUSABLE,
                                "What doesn't fit into memory can't be moved to disk beside "
                                        + log.file().description() + ": " + failure + ".")))
                .drained(log::drained)
                .onCut(file -> reporter.report(DrainFindings.cutRing(log.file().description(), file)));
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

    private static int stripes(Settings own) {
        return own.stripes() > 0 ? Integer.highestOneBit(own.stripes()) : defaultStripes();
    }

    /** One that nothing is drained by any more costs nothing, and is used again. */
    private synchronized DrainLoop loopFor(String console) {
        return loops.computeIfAbsent(console, key -> {
            long interval = settings.intervalMillis() * 1_000_000L;
            DrainLoop loop = key.isEmpty()
                    ? new DrainLoop("tailrace-drain", strategy, interval, reporter)
                    : new DrainLoop("tailrace-console", forConsoles(), interval, reporter);
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
    synchronized void startLoops() {
        started = true;
        loops.values().forEach(DrainLoop::start);
    }

    synchronized List<DrainLoop> loops() {
        return List.copyOf(loops.values());
    }

    /** A change of the configuration that comes too late may still open something: its thread would never end. */
    synchronized List<DrainLoop> stopLoops() {
        stopped = true;
        loops.values().forEach(DrainLoop::stop);
        return loops();
    }

    private static Overflow overflow(Settings own) {
        int waitFrom = switch (own.whenFull()) {
            case WAIT -> Integer.MIN_VALUE;
            case DROP -> Integer.MAX_VALUE;
            case DROP_BELOW -> own.dropBelow().code();
        };
        return new Overflow(waitFrom, own.maxWaitMillis() * 1_000_000L);
    }

    /** The directory that this process would choose for the lanes of a log; null when there is none that it could use. */
    private @Nullable Path laneDirectory(LogFile file, Settings own) {
        LaneDirectory choice = LaneDirectory.choose(file.lockFile(), own.directory(), own.parentDirectory());
        for (LaneDirectory.Refusal refusal : choice.refusals()) {
            reporter.report(Finding.of(codeOf(refusal), refusal.text()).about(file.description()));
        }
        Path directory = choice.directory();
        if (directory == null) {
            reporter.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "No directory for the lanes of " + file.description() + " can be used."));
            return null;
        }
        reportSurroundings(file, choice, own);
        if (!choice.isMemory()) {
            reporter.report(Finding.of(
                    FindingCode.LANES_BESIDE_FILE,
                    "The lanes of " + file.description() + " are in " + directory + "."));
        }
        return directory;
    }

    private void reportSurroundings(LogFile file, LaneDirectory choice, Settings own) {
        if (choice.isMemory()
                && own.parentDirectory() == null
                && own.directory() == null
                && ProcessHandle.current().pid() == 1) {
            reporter.reportOnce(Finding.of(
                    FindingCode.PRIVATE_TO_CONTAINER,
                    "This process is number 1 of its container, and its lanes are in " + choice.directory() + "."));
        }
        try {
            String type = Files.getFileStore(file.lockFile()).type();
            if (NETWORK_FILE_SYSTEMS.contains(type)) {
                reporter.report(Finding.of(
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

    private Lane[] openLanes(int count, int capacity, RingFactory rings, LaneListener listener, boolean wakeAlways) {
        Lane[] lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = openLane(i, capacity, rings, listener, wakeAlways);
        }
        return lanes;
    }

    private Lane openLane(int index, int capacity, RingFactory rings, LaneListener listener, boolean wakeAlways) {
        for (int size = capacity; size >= SMALLEST_RING; size >>= 1) {
            Lane lane = Lane.open(index, size, rings, listener, wakeAlways);
            if (lane != null) {
                return lane;
            }
        }
        // Such as for a file that a changed configuration brings, while others have grown to the cap.
        Lane beyond = Lane.openBeyondCap(index, SMALLEST_RING, rings, listener, wakeAlways);
        if (beyond != null) {
            return beyond;
        }
        // A destination without any lane could only lose what is sent to it.
        RingFactory last = RingFactory.inProcess(new MemoryBudget(Long.MAX_VALUE));
        Lane lane = Lane.open(index, SMALLEST_RING, last, listener, wakeAlways);
        if (lane == null) {
            throw new OutOfMemoryError("no memory for a lane of " + SMALLEST_RING + " bytes");
        }
        reporter.reportOnce(Finding.of(
                FindingCode.LANES_IN_PRIVATE_MEMORY,
                "The file system has no room for a lane of " + SMALLEST_RING + " bytes."));
        return lane;
    }
}
