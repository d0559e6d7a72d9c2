package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.DrainFindings;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens lanes within the memory cap of the process, which all its destinations share. Thread-safe. */
final class LaneOpener {
    private static final int SMALLEST_RING = 1 << 16;

    private final MemoryBudget budget;
    private final MemoryBudget spill;
    private final EngineListener listener;

    LaneOpener(EngineSettings settings, EngineListener listener) {
        this.budget = new MemoryBudget(settings.memory() > 0 ? settings.memory() : MemoryDefault.bytes());
        this.spill = new MemoryBudget(settings.spill());
        this.listener = listener;
    }

    MemoryBudget budget() {
        return budget;
    }

    MemoryBudget spill() {
        return spill;
    }

    /** Rings in private memory. {@code log}: the file's path or "console". */
    RingFactory inProcess(String log) {
        return RingFactory.inProcess(budget).figures(figures(log));
    }

    private LogFigures figures(String log) {
        return new LogFigures(log, listener.recorder());
    }

    /** Rings in the log's lane directory. */
    RingFactory shared(Owner owner, SharedLog log) {
        owner.limit(budget.cap(), spill.cap());
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
                .figures(figures(log.file().description()))
                .onCut(file -> listener.report(DrainFindings.cutRing(log.file().description(), file)));
    }

    private static Finding noRing(Path directory, IOException failure) {
        // A clean-up can remove files faster than they are made anew.
        return failure instanceof NoSuchFileException || Files.notExists(directory)
                ? Finding.of(
                        FindingCode.LANES_REMOVED,
                        directory
                                + " was emptied or replaced from outside just when a lane needed a new file there; it"
                                + " is made anew within a second.")
                : Finding.of(
                        FindingCode.SHARED_MEMORY_FULL,
                        "There is no room for a lane in " + directory + ": " + failure.getMessage() + ".");
    }

    /** How many lanes a destination has. */
    static int stripes(LogSettings own) {
        return own.stripes() > 0 ? Integer.highestOneBit(own.stripes()) : defaultStripes();
    }

    /** Few lanes: one for each two CPUs. Producers on the same lane rarely collide, and each further lane makes the merge slower. */
    private static int defaultStripes() {
        return Math.max(
                1, Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) / 2));
    }

    /**
     * Opens lanes, smaller ones where there is no room, and as a last resort in private memory: a destination without lanes would lose its
     * lines.
     *
     * @param capacity in bytes, at first
     * @param wakeAlways whether each line wakes the drainer
     */
    Lane[] open(int count, int capacity, RingFactory rings, LaneListener waker, boolean wakeAlways) {
        Lane[] lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = openOne(i, capacity, rings, waker, wakeAlways);
        }
        return lanes;
    }

    private Lane openOne(int index, int capacity, RingFactory rings, LaneListener waker, boolean wakeAlways) {
        for (int size = capacity; size >= SMALLEST_RING; size >>= 1) {
            Lane lane = Lane.open(index, size, rings, waker, wakeAlways);
            if (lane != null) {
                return lane;
            }
        }
        // For instance for a file of a changed configuration, while other lanes have grown to the cap.
        Lane beyond = Lane.openBeyondCap(index, SMALLEST_RING, rings, waker, wakeAlways);
        if (beyond != null) {
            return beyond;
        }
        RingFactory last =
                RingFactory.inProcess(new MemoryBudget(Long.MAX_VALUE)).figures(rings.figures());
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
