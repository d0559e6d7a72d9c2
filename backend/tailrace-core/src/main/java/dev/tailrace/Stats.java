package dev.tailrace;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.figures.LogFigures;
import dev.tailrace.engine.runtime.EngineRuntime;
import dev.tailrace.runtime.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the engine since its start. Counts only grow while it runs. Immutable.
 *
 * @param destinations one for each file and console
 * @param targets one for each appender whose records are sent off this machine
 * @param memoryUsed bytes of all lanes
 * @param memoryCap the limit of these bytes
 * @param compressions rolled files that were compressed
 * @param archiverBacklog rolled files that wait for the archiver
 * @param spillUsed bytes of the spill files, which hold lines that did not fit into memory
 * @param spillCap the limit of these bytes
 */
public record Stats(
        List<DestinationStats> destinations,
        List<TargetFigures> targets,
        long memoryUsed,
        long memoryCap,
        long compressions,
        long archiverBacklog,
        long spillUsed,
        long spillCap) {

    static final Stats NONE = new Stats(List.of(), List.of(), 0, 0, 0, 0, 0, 0);

    /** Copies the lists. */
    public Stats {
        destinations = List.copyOf(destinations);
        targets = List.copyOf(targets);
    }

    /** @param engine null: all figures are zero */
    static Stats of(@Nullable Engine engine) {
        if (engine == null) {
            return NONE;
        }
        List<DestinationStats> all = new ArrayList<>();
        for (DrainAgent drainer : engine.drainers()) {
            Destination destination = drainer.destination();
            all.add(DestinationStats.of(destination, engine.limited(destination)));
        }
        EngineRuntime runtime = engine.runtime();
        return new Stats(
                all,
                engine.targets(),
                runtime.factory().budget().used(),
                runtime.factory().budget().cap(),
                runtime.archiver().compressions(),
                runtime.archiver().backlog(),
                runtime.factory().spill().used(),
                runtime.factory().spill().cap());
    }

    /**
     * One destination. The counts of written lines and of rolls are those of this process as the log's drainer. While another process is
     * the drainer, they don't change; while this process is the drainer, they include the lines of all processes.
     *
     * @param name the path of the file, or the name of the console
     * @param backlogBytes bytes in the lanes that are not in the file yet
     * @param dropped events that were dropped because the lanes were full
     * @param cut lines that were truncated because they were too long
     * @param limited events that limits held back
     * @param waits log calls that had to wait for room, including those that still wait
     * @param waitedNanos how long these calls waited, in nanoseconds, without those that still wait
     * @param lagNanos age of this process's oldest line that is not written yet, in nanoseconds; 0 when there is none. May be too high for
     *     lines that were moved to disk: the age of the first of them counts
     * @param linesWritten lines that this process wrote
     * @param bytesWritten bytes that this process wrote; compressed bytes if the file is written compressed
     * @param rolls files that this process rolled
     * @param drops dropped events by level and reason, without zeros
     */
    public record DestinationStats(
            String name,
            long backlogBytes,
            long dropped,
            long cut,
            long limited,
            long waits,
            long waitedNanos,
            long lagNanos,
            long linesWritten,
            long bytesWritten,
            long rolls,
            List<Drop> drops) {

        /** Copies the list. */
        public DestinationStats {
            drops = List.copyOf(drops);
        }

        private static DestinationStats of(Destination destination, long limited) {
            LogFigures figures = destination.figures();
            List<Drop> drops = new ArrayList<>();
            for (Level level : Level.values()) {
                for (DropReason reason : DropReason.values()) {
                    long count = figures.dropped(level.code(), reason == DropReason.TIMEOUT);
                    if (count != 0) {
                        drops.add(new Drop(level, reason, count));
                    }
                }
            }
            // Read before the clock: a line that is appended in between is then not older than now.
            long oldest = destination.oldestEpochNanos();
            return new DestinationStats(
                    destination.description(),
                    destination.backlog(),
                    destination.losses().total(),
                    destination.cutLines(),
                    limited,
                    figures.waits(),
                    figures.waitedNanos(),
                    oldest == Long.MAX_VALUE ? 0 : Math.max(0, WallClock.nanos() - oldest),
                    figures.lines(),
                    figures.bytes(),
                    figures.rolls(),
                    drops);
        }

        /** How many events of a level were dropped for a reason. */
        public long dropped(Level level, DropReason reason) {
            for (Drop each : drops) {
                if (each.level() == level && each.reason() == reason) {
                    return each.count();
                }
            }
            return 0;
        }
    }

    /** Why events were dropped. */
    public enum DropReason {
        /** There was no room, and calls of that level don't wait ({@code whenFull}). */
        FULL,
        /** There was no room, and the call had waited for the longest permitted time. */
        TIMEOUT
    }

    /**
     * Events that were dropped.
     *
     * @param level of the events
     * @param reason why
     * @param count how many, since the engine started
     */
    public record Drop(Level level, DropReason reason, long count) {}
}
