package dev.tailrace.drain;

import dev.tailrace.config.Finding;
import dev.tailrace.sink.DrainLock;
import dev.tailrace.sink.DrainLock.Region;
import dev.tailrace.sink.FileFindings;
import dev.tailrace.sink.LockRecord;
import dev.tailrace.sink.LogFile;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * By whose rolling a log is rolled: by the one in the record beside the log, which all go by, and which who drains replaces by its own
 * when nobody lives any more who agreed to it. The rolling that this process is configured with can change while it runs.
 *
 * <p>Used by the thread that starts the engine, then by the drain thread; {@link #own} is for any thread.
 */
final class Agreement {
    /** A changed configuration reaches processes one after another; until then their disagreeing is nothing to tell of. */
    private static final long GRACE_NANOS = 90_000_000_000L;

    private final DrainLock lock;
    private final Consumer<Finding> findings;
    private volatile LogFile own;
    private boolean disagreementTold;
    private long changedAt;
    private boolean changed;

    Agreement(LogFile own, DrainLock lock, Consumer<Finding> findings) {
        this.own = own;
        this.lock = lock;
        this.findings = findings;
    }

    /** The log as it is configured here. */
    LogFile own() {
        return own;
    }

    /** Says that this process agrees with the rolling on record, if it does; who drains may bring its own when nobody else does. */
    void seek() throws IOException {
        LockRecord record = lock.record();
        if (record == null) {
            return;
        }
        if (isOwn(record) && lock.join(Region.AGREED)) {
            // Changed by a drainer that found nobody agreeing, just before.
            record = lock.record();
            if (record == null || isOwn(record)) {
                return;
            }
            lock.leave(Region.AGREED);
        }
        if (lock.drains() && lock.isAlone(Region.AGREED)) {
            lock.write(new LockRecord(record.lanes(), record.id(), own.rolling()));
            lock.join(Region.AGREED);
        } else if (!disagreementTold && !(changed && System.nanoTime() - changedAt < GRACE_NANOS)) {
            disagreementTold = true;
            tellDisagreement(record);
        }
    }

    private boolean isOwn(LockRecord record) {
        return record.rolling().equals(own.rolling());
    }

    private void tellDisagreement(LockRecord record) {
        try {
            findings.accept(FileFindings.rollingDisagrees(own, LogFile.ofRecord(lock.path(), record.rolling())));
        } catch (IllegalArgumentException e) {
            // Nothing that anybody could go by; the next drainer writes its own.
            return;
        }
    }

    boolean isReached() {
        return lock.hasJoined(Region.AGREED);
    }

    /**
     * From here on this process wants the log to be rolled otherwise; returns whether it does.
     *
     * @param other the same log
     */
    boolean change(LogFile other) throws IOException {
        boolean differs = !other.rolling().equals(own.rolling());
        own = other;
        if (differs) {
            disagreementTold = false;
            changed = true;
            changedAt = System.nanoTime();
            lock.leave(Region.AGREED);
            seek();
        }
        return differs;
    }

    /** The rolling to drain by. Only for the drainer. */
    LogFile rolling() throws IOException {
        LockRecord record = lock.record();
        if (record != null && !isOwn(record)) {
            try {
                return LogFile.ofRecord(lock.path(), record.rolling());
            } catch (IllegalArgumentException e) {
                return own;
            }
        }
        return own;
    }
}
