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
 * The beginning of each term of this process as the drainer of a log: what the last drainer said it would do is done, and committed, before
 * a line of a lane is read. For the drain thread.
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
    /** Whether no other process has taken part yet, and this one hasn't drained. */
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

    /** A term is over, or could not begin: others may have drained since. */
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

    /** The drainer of a term that begins now; to be called once it is this process that drains. */
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
            // Before the file is opened: it may be rolled then, and packed, and the lines in it would not be found any
            // more.
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

    /** Whatever the last drainer said it would do is done, before a line of a lane is read. */
    private void finish(Intent last, Redo.Rest rest, Staging staging, Sink sink, Path directory) throws IOException {
        sink.turnTo(last.path(), last.lines());
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
        // Also when it was committed: the stores that follow a commit may be missing.
        LanePositions.restore(directory, last.lanes());
        CrashPoint.reach("recovery: positions restored");
        if (last.lossOwner() != 0) {
            LanePositions.restoreLosses(directory, last.lossOwner(), last.lossWords());
        }
        if (last.limitOwner() != 0) {
            LanePositions.restoreLimits(directory, last.limitOwner(), last.limitWords(), epochNanos.getAsLong());
        }
        staging.commit();
    }

    /** Brings the lines of a batch that can't be written into a file beside the log, for a person to look at, and is done with it. */
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

    /** Beside the log, visible. The intent's own path may be what is wrong with it. */
    private Path aside() {
        Path lockFile = log.lock().path();
        return lockFile.resolveSibling(
                LockFileName.log(lockFile) + "." + epochNanos.getAsLong() / 1_000_000 + ".put-aside");
    }
}
