package dev.tailrace;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Target;
import dev.tailrace.sink.Archiver;
import dev.tailrace.sink.DrainLock;
import dev.tailrace.sink.FileFindings;
import dev.tailrace.sink.LogFile;
import dev.tailrace.sink.Sink;
import dev.tailrace.sink.SinkUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log file that this process alone drains into, for as long as the sink is open. Used by one thread. */
final class ClaimedSink implements Sink {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Sink sink;
    private final DrainLock lock;
    private final Consumer<Finding> findings;
    private long nextLookNanos;
    private boolean lost;

    private ClaimedSink(Sink sink, DrainLock lock, Consumer<Finding> findings) {
        this.sink = sink;
        this.lock = lock;
        this.findings = findings;
    }

    /** Opens the target's file, or a neighbour of it when somebody drains into that one. */
    static ClaimedSink open(Target.File target, Archiver archiver, Reporter reporter) throws SinkUnavailableException {
        LogFile wanted = LogFile.of(target, reporter::report);
        boolean here = false;
        for (int n = 0; ; n++) {
            LogFile log = n == 0 ? wanted : wanted.neighbour(n);
            try {
                DrainLock lock = DrainLock.on(log.lockFile());
                if (lock.tryDrain()) {
                    if (n > 0) {
                        Path instead = Path.of(log.description());
                        reporter.report(FileFindings.inUse(Path.of(wanted.description()), instead, here));
                    }
                    return opened(log, lock, archiver, reporter);
                }
                here |= n == 0 && lock.drainedHere();
                lock.close();
            } catch (IOException e) {
                throw new SinkUnavailableException(FileFindings.unwritable(log.lockFile(), e), e);
            }
        }
    }

    private static ClaimedSink opened(LogFile log, DrainLock lock, Archiver archiver, Reporter reporter)
            throws SinkUnavailableException, IOException {
        try {
            Sink sink = log.open(archiver, Engine::epochNanos, reporter::report, true);
            return new ClaimedSink(sink, lock, reporter::report);
        } catch (SinkUnavailableException e) {
            lock.close();
            throw e;
        }
    }

    Path lockFile() {
        return lock.path();
    }

    @Override
    public Fit fit(long epochNanos, long pendingBytes) {
        return sink.fit(epochNanos, pendingBytes);
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        sink.write(lines);
    }

    @Override
    public void roll(long epochNanos) throws IOException {
        sink.roll(epochNanos);
    }

    @Override
    public void tick(long epochNanos) throws IOException {
        if (epochNanos >= nextLookNanos || nextLookNanos - epochNanos > LOOK_NANOS) {
            nextLookNanos = epochNanos + LOOK_NANOS;
            lookAfterLock();
        }
        sink.tick(epochNanos);
    }

    /** Where somebody deleted the lock file, another process could lock a new one. */
    private void lookAfterLock() throws IOException {
        if (!lock.stands()) {
            lock.reopen();
            if (!lock.tryDrain() && !lost) {
                lost = true;
                findings.accept(FileFindings.claimLost(Path.of(sink.description())));
            }
        }
    }

    @Override
    public void look() throws IOException {
        sink.look();
    }

    @Override
    public void close() throws IOException {
        try {
            sink.close();
        } finally {
            lock.close();
        }
    }

    @Override
    public @Nullable Path path() {
        return sink.path();
    }

    @Override
    public long length() {
        return sink.length();
    }

    @Override
    public long fileIdentity() {
        return sink.fileIdentity();
    }

    @Override
    public String description() {
        return sink.description();
    }
}
