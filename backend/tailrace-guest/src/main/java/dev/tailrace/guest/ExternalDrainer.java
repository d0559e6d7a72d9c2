package dev.tailrace.guest;

import dev.tailrace.engine.drain.shared.LaneRemoval;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.OrphanedLanes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A drainer without lanes of its own, for a tool: drains the lanes of other processes, dead or alive, of some logs, whenever no process
 * that logs to them drains. It uses the same code, locks and records as those processes. Stepped by one thread; not thread-safe.
 */
public final class ExternalDrainer implements AutoCloseable {
    /** The state of a log. */
    public enum State {
        /** This drainer drains, and work is left. */
        DRAINING,
        /** This drainer drains, and all committed lines are in the log. */
        SETTLED,
        /** Another process drains, or is about to. */
        ELSEWHERE,
        /** Its lanes are gone, and no process is left that could have lines there. */
        NOTHING_THERE,
        /** This drainer can't drain and tries again; {@link Status#why} or a finding says why. */
        FAILING
    }

    /**
     * The status of one log.
     *
     * @param description the log's path, or the pattern that names it
     * @param why the log can't be joined, in a plain sentence without a full stop; may be empty
     * @param bytes written to the log by this drainer
     * @param torn events that were begun and never finished, because their process was killed
     * @param dropped events that processes had dropped, and that this drainer has reported in the log
     * @param damaged number of lanes and files that were put aside or reported as damaged
     */
    public record Status(
            Path lockFile,
            String description,
            State state,
            String why,
            long bytes,
            long torn,
            long dropped,
            long damaged) {}

    private static final double ARCHIVER_SHARE = 0.5;
    private static final long HOLDING_NANOS = 1_000_000L;
    private static final long IDLE_NANOS = 20_000_000L;

    private final Map<Path, GuestLog> logs = new LinkedHashMap<>();
    private final Archiver archiver;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private long moved;

    private ExternalDrainer(
            Archiver archiver, LongSupplier nanoTime, LongSupplier epochNanos, Consumer<Finding> findings) {
        this.archiver = archiver;
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.findings = findings;
    }

    /**
     * Starts a drainer and the thread that compresses rolled files.
     *
     * @param findings receives findings, from that thread and from the thread that calls {@link #step}
     */
    public static ExternalDrainer start(Consumer<Finding> findings) {
        LongSupplier epochNanos = () -> System.currentTimeMillis() * 1_000_000L;
        Archiver archiver = new Archiver(ARCHIVER_SHARE, epochNanos);
        archiver.start();
        return new ExternalDrainer(archiver, System::nanoTime, epochNanos, findings);
    }

    /** A drainer without a thread, with these clocks. */
    public static ExternalDrainer stepped(LongSupplier nanoTime, LongSupplier epochNanos, Consumer<Finding> findings) {
        return new ExternalDrainer(new Archiver(1, epochNanos), nanoTime, epochNanos, findings);
    }

    /**
     * Removes lanes of a log that is gone; false when they stay: they are needed, or a process has just come, or another one removes them.
     */
    public static boolean remove(OrphanedLanes orphan) {
        try {
            return orphan.isAbandoned()
                    && LaneRemoval.remove(orphan.lanes(), moved -> {
                        OrphanedLanes now = OrphanedLanes.of(moved);
                        return now != null && now.isAbandoned();
                    });
        } catch (IOException e) {
            // Other logs are still to be drained; the next drain tries again.
            return false;
        }
    }

    /** Adds a log. {@code lockFile}: see {@link LogSearch}. */
    public void add(Path lockFile) {
        logs.computeIfAbsent(lockFile, file -> new GuestLog(file, null, archiver, nanoTime, epochNanos, findings));
    }

    /**
     * Adds lanes of a log that its lock file doesn't name, in place of those that it names. {@code lanes}: see {@link
     * LogSearch#stranded}.
     */
    public void add(Path lockFile, Path lanes) {
        logs.put(lockFile, new GuestLog(lockFile, lanes, archiver, nanoTime, epochNanos, findings));
    }

    /** One turn for each log; returns the number of bytes written. {@code urgent}: lines don't wait for other lanes' earlier lines. */
    public long step(boolean urgent) {
        moved = 0;
        for (GuestLog log : logs.values()) {
            moved += log.step(urgent);
        }
        return moved;
    }

    /** The time to wait before the next step, in nanoseconds. */
    public long pauseNanos() {
        if (moved != 0) {
            return 0;
        }
        long pause = IDLE_NANOS;
        for (GuestLog log : logs.values()) {
            pause = Math.min(pause, log.isHolding() ? HOLDING_NANOS : log.pauseNanos());
        }
        return pause;
    }

    /** The status of each log, in the order of {@link #add}. */
    public List<Status> status() {
        List<Status> all = new ArrayList<>();
        logs.values().forEach(log -> all.add(log.status()));
        return all;
    }

    /** The number of rolled files that aren't archived yet. */
    public long unarchived() {
        return archiver.backlog();
    }

    /** Leaves all logs to other drainers until the next step. */
    public void rest() {
        logs.values().forEach(GuestLog::rest);
    }

    /** Leaves all logs, and files that aren't archived, to the next drainer. */
    @Override
    public void close() {
        logs.values().forEach(GuestLog::close);
        archiver.close(System.nanoTime());
    }
}
