package dev.tailrace.config.model;

import dev.tailrace.bytes.Multiline;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tailrace's own settings: from {@code -Dtailrace.NAME}, else {@code TAILRACE_NAME}, else the element {@code <tailrace>}, else the
 * default.
 *
 * @param engine those of the whole process; the others may differ from appender to appender
 * @param limits of the events of one key; those of an appender itself stand first
 */
public record TailraceSettings(Engine engine, Lanes lanes, Overflow overflow, Lines lines, List<LimitConfig> limits) {
    /** The defaults. */
    public static final TailraceSettings DEFAULTS = new TailraceSettings(
            new Engine(0, 1L << 30, Wait.SLEEP, 100, false, 0.5, -1),
            new Lanes(null, null, 0),
            new Overflow(WhenFull.WAIT, Threshold.ALL, 10_000),
            new Lines(1 << 20, Console.AUTO, Multiline.KEEP),
            List.of());

    public TailraceSettings {
        limits = List.copyOf(limits);
    }

    /**
     * The settings of the whole process.
     *
     * @param memory cap in bytes for all lanes; 0: the default, which depends on the free memory of the file system
     * @param spill cap in bytes for all spill files, which take what doesn't fit into the memory; 0: there are none
     * @param waiting how the drainer waits for events
     * @param intervalMillis the longest sleep of the drainer, 1 to 100
     * @param force whether spinning is allowed with fewer than 4 CPUs
     * @param archiverShare share of one core for compression, above 0, at most 1
     * @param shutdownMillis how long a shutdown drains and waits for running compressions; negative: the default, which depends on the
     *     progress
     */
    public record Engine(
            long memory,
            long spill,
            Wait waiting,
            int intervalMillis,
            boolean force,
            double archiverShare,
            long shutdownMillis) {}

    /**
     * Where the lines wait.
     *
     * @param directory where the lanes live ({@code directory}); null: chosen by the engine
     * @param parentDirectory where a folder with the lanes of each log file is made ({@code -Dtailrace.dir}, {@code TAILRACE_DIR});
     *     {@code directory} comes first; null: chosen by the engine
     * @param stripes lanes per destination; 0: chosen from the number of CPUs
     */
    public record Lanes(
            @Nullable String directory, @Nullable String parentDirectory, int stripes) {}

    /**
     * The behaviour of a call when memory and spill are full.
     *
     * @param dropBelow the level of {@code drop-below}
     * @param maxWaitMillis how long a call waits at most
     */
    public record Overflow(WhenFull whenFull, Threshold dropBelow, long maxWaitMillis) {}

    /**
     * How lines are written.
     *
     * @param maxEvent longest line in bytes; longer ones are cut with a visible marker
     * @param console when a line of a console is written
     * @param multiline how the lines of an event that has several are written, in patterns
     */
    public record Lines(int maxEvent, Console console, Multiline multiline) {}

    /** At the memory cap a caller waits, drops, or drops what is below a level and waits otherwise. */
    public enum WhenFull {
        WAIT,
        DROP,
        DROP_BELOW
    }

    /** When a line of a console is written: before its call returns while the console is read, always, or soon after the call. */
    public enum Console {
        AUTO,
        SYNC,
        ASYNC
    }

    /** How the drainer waits: in adaptive sleeps without any wake-up per event, or otherwise. */
    public enum Wait {
        SLEEP,
        PARK,
        YIELD,
        BUSYSPIN
    }

    public TailraceSettings withOverflow(Overflow other) {
        return new TailraceSettings(engine, lanes, other, lines, limits);
    }

    /** These with further limits. */
    public TailraceSettings withLimits(List<LimitConfig> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<LimitConfig> all = new ArrayList<>(limits);
        all.addAll(more);
        return new TailraceSettings(engine, lanes, overflow, lines, all);
    }
}
