package dev.tailrace;

import dev.tailrace.config.AppenderConfig;
import dev.tailrace.config.Finding;
import dev.tailrace.config.FindingCode;
import dev.tailrace.config.Settings;
import dev.tailrace.config.Target;
import dev.tailrace.drain.Destination;
import dev.tailrace.drain.DrainLoop;
import dev.tailrace.drain.Drainer;
import dev.tailrace.drain.Overflow;
import dev.tailrace.drain.WaitStrategy;
import dev.tailrace.encode.Encoder;
import dev.tailrace.journal.Lane;
import dev.tailrace.journal.LaneDirectory;
import dev.tailrace.journal.LaneKeeper;
import dev.tailrace.journal.LaneListener;
import dev.tailrace.journal.LeftRings;
import dev.tailrace.journal.MemoryBudget;
import dev.tailrace.journal.RingFactory;
import dev.tailrace.sink.Archiver;
import dev.tailrace.sink.Sink;
import dev.tailrace.sink.SinkUnavailableException;
import dev.tailrace.sink.Sinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the destinations of a configuration: a sink each, its lanes, and its drainer. Whatever can't be had is replaced by the next
 * best with a finding: the console for a file, private memory for a lane directory. Used by one thread.
 */
final class DestinationFactory {
    private static final int FILE_RING = 1 << 21;
    private static final int CONSOLE_RING = 1 << 18;
    private static final Set<String> NETWORK_FILE_SYSTEMS =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "ceph", "glusterfs", "lustre");
    private static final int SMALLEST_RING = 1 << 16;
    private static final long WINDOW_NANOS = 2_000_000;
    private static final long CONSOLE_INTERVAL_NANOS = 10_000_000;

    private final Settings settings;
    private final LaneKeeper keeper;
    private final Archiver archiver;
    private final Reporter reporter;
    private final MemoryBudget budget;
    private final WaitStrategy strategy;
    private final Map<Target, Opened> opened = new HashMap<>();
    private final Map<String, DrainLoop> loops = new HashMap<>();

    /** A destination and how it is drained. {@code drainer} is null when an earlier appender brought it. */
    record Opened(Destination destination, @Nullable Drainer drainer, DrainLoop loop) {}

    DestinationFactory(Settings settings, LaneKeeper keeper, Archiver archiver, Reporter reporter) {
        this.settings = settings;
        this.keeper = keeper;
        this.archiver = archiver;
        this.reporter = reporter;
        this.budget = new MemoryBudget(settings.memory() > 0 ? settings.memory() : MemoryDefault.bytes());
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

    /** Opens what an appender writes to, or finds it among the open ones. */
    Opened open(AppenderConfig appender, Encoder encoder) {
        Opened known = opened.get(appender.target());
        if (known != null) {
            return new Opened(known.destination(), null, known.loop());
        }
        Sink sink = openSink(appender);
        Path identity = sink instanceof ClaimedSink claimed ? claimed.lockFile() : null;
        DrainLoop loop = loopFor(identity == null ? sink.description() : "");
        LaneListener listener = new Waker(loop, keeper);
        Lane[] lanes = identity == null ? consoleLanes(listener) : fileLanes(identity, sink, listener);
        Destination destination = new Destination(lanes, sink, overflow(), settings.maxEvent());
        for (Lane lane : lanes) {
            keeper.add(lane);
        }
        reporter.describe(destination, encoder);
        Drainer drainer = new Drainer(destination, WINDOW_NANOS, System::nanoTime, Engine::epochNanos, reporter);
        Opened fresh = new Opened(destination, drainer, loop);
        opened.put(appender.target(), fresh);
        return fresh;
    }

    private Sink openSink(AppenderConfig appender) {
        try {
            return appender.target() instanceof Target.File file
                    ? ClaimedSink.open(file, archiver, reporter)
                    : Sinks.console((Target.Console) appender.target(), reporter::report);
        } catch (SinkUnavailableException e) {
            reporter.report(e.finding());
            reporter.report(Finding.of(
                            FindingCode.FALLBACK_TO_CONSOLE,
                            "The events of appender " + appender.name() + " go to the console.")
                    .about(appender.name()));
            return Sinks.console(reporter::report);
        }
    }

    private DrainLoop loopFor(String console) {
        return loops.computeIfAbsent(console, key -> {
            long interval = settings.intervalMillis() * 1_000_000L;
            return key.isEmpty()
                    ? new DrainLoop("tailrace-drain", strategy, interval, reporter)
                    : new DrainLoop("tailrace-console", strategy, Math.min(interval, CONSOLE_INTERVAL_NANOS), reporter);
        });
    }

    private Overflow overflow() {
        int waitFrom = switch (settings.whenFull()) {
            case WAIT -> Integer.MIN_VALUE;
            case DROP -> Integer.MAX_VALUE;
            case DROP_BELOW -> settings.dropBelow().code();
        };
        return new Overflow(waitFrom, settings.maxWaitMillis() * 1_000_000L);
    }

    private Lane[] consoleLanes(LaneListener listener) {
        return openLanes(1, CONSOLE_RING, RingFactory.inProcess(budget), listener);
    }

    private Lane[] fileLanes(Path identity, Sink sink, LaneListener listener) {
        int stripes = settings.stripes() > 0 ? Integer.highestOneBit(settings.stripes()) : defaultStripes();
        LaneDirectory choice = LaneDirectory.choose(identity, settings.directory(), settings.parentDirectory());
        for (LaneDirectory.Refusal refusal : choice.refusals()) {
            reporter.report(Finding.of(codeOf(refusal), refusal.text()).about(sink.description()));
        }
        Path directory = choice.directory();
        if (directory == null) {
            reporter.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "No directory for the lanes of " + sink.description() + " can be used."));
            return openLanes(stripes, FILE_RING, RingFactory.inProcess(budget), listener);
        }
        List<Path> left = LeftRings.tidy(directory);
        if (!left.isEmpty()) {
            reporter.report(Finding.of(
                            FindingCode.LANES_LEFT_BEHIND,
                            "Lines for " + sink.description() + " wait in " + left.size() + " files in " + directory
                                    + ".")
                    .evidence(left.stream().map(Path::toString).toList()));
        }
        reportSurroundings(identity, sink, choice);
        if (!choice.isMemory()) {
            reporter.report(Finding.of(
                    FindingCode.LANES_BESIDE_FILE,
                    "The lanes of " + sink.description() + " are in " + directory + "."));
        }
        RingFactory mapped = RingFactory.mapped(
                directory,
                RingFactory.prefix(),
                budget,
                failure -> reporter.reportOnce(Finding.of(
                        FindingCode.SHARED_MEMORY_FULL,
                        "There is no room for a lane in " + directory + ": " + failure.getMessage() + ".")));
        return openLanes(stripes, FILE_RING, mapped, listener);
    }

    private void reportSurroundings(Path identity, Sink sink, LaneDirectory choice) {
        if (choice.isMemory()
                && settings.parentDirectory() == null
                && settings.directory() == null
                && ProcessHandle.current().pid() == 1) {
            reporter.reportOnce(Finding.of(
                    FindingCode.PRIVATE_TO_CONTAINER,
                    "This process is number 1 of its container, and its lanes are in " + choice.directory() + "."));
        }
        try {
            String type = Files.getFileStore(identity).type();
            if (NETWORK_FILE_SYSTEMS.contains(type)) {
                reporter.report(Finding.of(
                        FindingCode.NETWORK_FILE_SYSTEM,
                        sink.description() + " is on a file system of type " + type + "."));
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

    private Lane[] openLanes(int count, int capacity, RingFactory rings, LaneListener listener) {
        Lane[] lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = openLane(i, capacity, rings, listener);
        }
        return lanes;
    }

    private Lane openLane(int index, int capacity, RingFactory rings, LaneListener listener) {
        boolean wakeAlways = strategy == WaitStrategy.PARK;
        for (int size = capacity; size >= SMALLEST_RING; size >>= 1) {
            Lane lane = Lane.open(index, size, rings, listener, wakeAlways);
            if (lane != null) {
                return lane;
            }
        }
        // Less than the cap allows: a destination without any lane could only lose what is sent to it.
        RingFactory last = RingFactory.inProcess(new MemoryBudget(Long.MAX_VALUE));
        Lane lane = Lane.open(index, SMALLEST_RING, last, listener, wakeAlways);
        if (lane == null) {
            throw new OutOfMemoryError("no memory for a lane of " + SMALLEST_RING + " bytes");
        }
        reporter.reportOnce(Finding.of(
                FindingCode.LANES_IN_PRIVATE_MEMORY,
                "Neither the memory cap nor the file system has room for a lane of " + SMALLEST_RING + " bytes."));
        return lane;
    }

    /** Wakes whom a producer needs. */
    private record Waker(DrainLoop loop, LaneKeeper keeper) implements LaneListener {
        @Override
        public void onFrames() {
            loop.wake();
        }

        @Override
        public void onPressure() {
            keeper.wake();
        }
    }
}
