package dev.tailrace.guest;

import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A drainer without lanes of its own, for a tool: drains what other processes, dead or alive, have in the lanes of some logs, whenever no
 * process that logs to them does. It uses the same code, locks and records as they do. Stepped by one thread; not thread-safe.
 */
public final class ExternalDrainer implements AutoCloseable {
    /** How it stands with a log. */
    public enum State {
        /** It drains, and something is left to be done. */
        DRAINING,
        /** It drains, and all that was committed so far is in the log. */
        SETTLED,
        /** Another process drains, or is about to. */
        ELSEWHERE,
        /** Its lanes are gone, and no process is left that could have lines there. */
        NOTHING_THERE,
        /** It can't drain and tries again; {@link Status#why} or a finding says why. */
        FAILING
    }

    /**
     * How it stands with one log.
     *
     * @param description the log's path, or the pattern that names it
     * @param why it can't come to the log, in a plain sentence without a full stop; may be empty
     * @param bytes that went to the log
     * @param torn events that were begun and never finished, because their process was killed
     * @param dropped events that processes had dropped and that are reported in the log now
     * @param damaged lanes and files that were put aside, and what else a finding reported as damaged
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
     * Starts the thread that compresses what is rolled.
     *
     * @param findings receives, from that thread and the one that calls {@link #step}, what the user should know
     */
    public static ExternalDrainer start(Consumer<Finding> findings) {
        LongSupplier epochNanos = () -> System.currentTimeMillis() * 1_000_000L;
        Archiver archiver = new Archiver(ARCHIVER_SHARE, epochNanos);
        archiver.start();
        return new ExternalDrainer(archiver, System::nanoTime, epochNanos, findings);
    }

    /** Without a thread, by these clocks. */
    public static ExternalDrainer stepped(LongSupplier nanoTime, LongSupplier epochNanos, Consumer<Finding> findings) {
        return new ExternalDrainer(new Archiver(1, epochNanos), nanoTime, epochNanos, findings);
    }

    /** Attends a log as well. {@code lockFile}: see {@code LogSearch}. */
    public void add(Path lockFile) {
        logs.computeIfAbsent(lockFile, file -> new GuestLog(file, archiver, nanoTime, epochNanos, findings));
    }

    /** One turn for each log; returns the bytes that went to them. {@code urgent}: lines don't wait for earlier ones of other lanes. */
    public long step(boolean urgent) {
        moved = 0;
        for (GuestLog log : logs.values()) {
            moved += log.step(urgent);
        }
        return moved;
    }

    /** How long to wait before the next step. */
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

    /** How it stands with each log, in the order of {@link #add}. */
    public List<Status> status() {
        List<Status> all = new ArrayList<>();
        logs.values().forEach(log -> all.add(log.status()));
        return all;
    }

    /** Rolled files that are not put away yet. */
    public long unarchived() {
        return archiver.backlog();
    }

    /** Gives all logs back to the next drainer. What is not archived is left to it. */
    @Override
    public void close() {
        logs.values().forEach(GuestLog::close);
        archiver.close(System.nanoTime());
    }
}
