package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.Drainer;
import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.LaneMerge;
import dev.tailrace.engine.drain.Redo;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.LanePositions;
import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The beginning of this process's term as the drainer of a log: it finishes and commits the last drainer's intent before it reads a line of
 * a lane. For the drain thread.
 */
final class Takeover {
    private final Destination destination;
    private final SharedLog log;
    private final Archiver archiver;
    private final long windowNanos;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final DrainListener listener;
    private final Consumer<Finding> findings;
    /** Whether no other process has taken part yet, and this process hasn't drained. */
    private boolean fresh;

    private long stagingId;

    /** @param windowNanos see {@link LaneMerge} */
    Takeover(
            Destination destination,
            SharedLog log,
            Archiver archiver,
            long windowNanos,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            DrainListener listener,
            Consumer<Finding> findings) {
        this.destination = destination;
        this.log = log;
        this.archiver = archiver;
        this.windowNanos = windowNanos;
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.listener = listener;
        this.findings = findings;
        this.fresh = log.isFresh();
    }

    /** A term is over, or could not begin: other processes may have drained since. */
    void notFresh() {
        fresh = false;
    }

    /** Whether no other process has drained before. */
    boolean isFirst() {
        return fresh;
    }

    /** See {@link SharedLog#ensureRecord}; during a term. */
    void ensureRecord() throws IOException {
        log.ensureRecord(stagingId);
    }

    /** Begins a term and returns its drainer; call once this process has the right to drain. */
    Drainer takeOver() throws IOException, SinkUnavailableException {
        Path directory = log.directory();
        if (directory == null) {
            return new Drainer(destination, open(), windowNanos, nanoTime, epochNanos, listener);
        }
        log.confirm();
        Staging staging = Staging.open(directory, log.lock().path(), listener);
        stagingId = staging.id();
        log.ensureRecord(stagingId);
        Intent last = staging.last(listener);
        Redo.Rest rest = last == null || last.committed() ? null : Redo.run(last);
        if (last != null && (rest == null || rest.from() == last.lines().limit())) {
            // Before the log file is opened: opening may roll and compress it, and then its lines would not be found
            // any more.
            commit(last, staging, directory);
            last = null;
        }
        Sink sink = open();
        boolean done = false;
        try {
            if (last != null && rest != null) {
                finish(last, rest, staging, sink, directory);
            }
            LaneDiscovery scan = new LaneDiscovery(directory, log.lock().path(), log.ownerName(), listener::onPutAside);
            Drainer next = new Drainer(destination, sink, staging, scan, windowNanos, nanoTime, epochNanos, listener);
            done = true;
            return next;
        } finally {
            if (!done) {
                sink.close();
            }
        }
    }

    private Sink open() throws IOException, SinkUnavailableException {
        Sink sink = log.rolling().open(archiver, epochNanos, findings, fresh);
        fresh = false;
        return sink;
    }

    /** Finishes the last drainer's intent, before a line of a lane is read. */
    private void finish(Intent last, Redo.Rest rest, Staging staging, Sink sink, Path directory) throws IOException {
        if (sink instanceof RoutedSink routed) {
            routed.turnTo(last.path());
        }
        staging.publishRest(sink, rest.from());
        ByteBuffer lines = staging.buffer();
        while (lines.hasRemaining()) {
            sink.write(lines);
            CrashPoint.reach("recovery: after a write");
        }
        if (rest.changed()) {
            listener.onPossiblyTwice(destination);
        }
        commit(last, staging, directory);
    }

    private void commit(Intent last, Staging staging, Path directory) throws IOException {
        CrashPoint.reach("recovery: written");
        // Also for a committed intent: the stores that follow a commit may be missing.
        LanePositions.restore(directory, last.lanes());
        CrashPoint.reach("recovery: positions restored");
        if (last.lossOwner() != 0) {
            LanePositions.restoreLosses(directory, last.lossOwner(), last.lossWords());
        }
        staging.commit();
    }

    /** Writes a batch that can't be written to the log into a file beside it, for a person to look at, and commits the batch. */
    void putAside(Path directory, Throwable error) throws IOException {
        Staging staging = Staging.open(directory, log.lock().path(), listener);
        Intent last = staging.last(listener);
        if (last == null || last.committed()) {
            return;
        }
        Path aside = aside();
        try (FileChannel out = FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer lines = last.lines().duplicate();
            while (lines.hasRemaining()) {
                out.write(lines);
            }
        }
        commit(last, staging, directory);
        listener.onPutAside(aside, new IOException("writing these lines failed in more than one process", error));
    }

    /** A visible file beside the log. The path in the intent may be the cause of the failure. */
    private Path aside() {
        Path lockFile = log.lock().path();
        return lockFile.resolveSibling(
                LockFileName.log(lockFile) + "." + epochNanos.getAsLong() / 1_000_000 + ".put-aside");
    }
}
