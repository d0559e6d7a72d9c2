package dev.tailrace.engine.drain.shared;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.DrainLock;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * By which rolling a log is rolled: by the one in the record beside the log, which all go by, and which the drainer replaces by its own
 * when no process lives any more that agreed to it. The rolling that this process is configured with can change while it runs.
 *
 * <p>Used by the thread that starts the engine, then by the drain thread; {@link #own} is for any thread.
 */
final class SharedRollingPolicy {
    /** A changed configuration reaches processes one after another; until then a disagreement is not reported. */
    private static final long GRACE_NANOS = 90_000_000_000L;

    private final DrainLock lock;
    private final Consumer<Finding> findings;
    private volatile LogFile own;
    /** Null while the lanes are in private memory: then the record is this process's own. */
    private @Nullable Owner owner;

    private boolean disagreementTold;
    private long changedAt;
    private boolean changed;

    SharedRollingPolicy(LogFile own, DrainLock lock, Consumer<Finding> findings) {
        this.own = own;
        this.lock = lock;
        this.findings = findings;
    }

    /** The log as it is configured here. */
    LogFile own() {
        return own;
    }

    /** From here on what this process agrees to is said in its file in the lane directory. */
    void enter(Owner entered) {
        owner = entered;
    }

    /**
     * Says that this process agrees with the rolling on record, if it does; the drainer may bring its own when no other process does.
     *
     * @param drains whether this process is the drainer
     */
    void seek(boolean drains) throws IOException {
        LockRecord record = lock.record();
        Owner present = owner;
        if (record == null) {
            return;
        }
        if (present == null) {
            if (drains && !isOwn(record)) {
                lock.write(new LockRecord(record.lanes(), record.id(), own.rolling(), record.closer()));
            }
            return;
        }
        if (isOwn(record)) {
            present.agree(LockRecord.hash(record.rolling()));
            // A drainer that found no process agreeing may have changed it just before; else it sees this one now.
            record = lock.record();
            if (record == null || isOwn(record)) {
                return;
            }
            present.agree(0);
        }
        if (drains && replace(record, present)) {
            return;
        }
        if (!disagreementTold && !(changed && System.nanoTime() - changedAt < GRACE_NANOS)) {
            disagreementTold = true;
            reportDisagreement(record, present);
        }
    }

    private boolean replace(LockRecord record, Owner present) throws IOException {
        if (isAgreedTo(record, present)) {
            return false;
        }
        lock.write(new LockRecord(record.lanes(), record.id(), own.rolling(), record.closer()));
        if (isAgreedTo(record, present)) {
            lock.write(record);
            return false;
        }
        present.agree(LockRecord.hash(own.rolling()));
        return true;
    }

    private static boolean isAgreedTo(LockRecord record, Owner present) throws IOException {
        long agreed = LockRecord.hash(record.rolling());
        return Owners.living(record.lanes(), present.id()).stream().anyMatch(each -> each.agreed() == agreed);
    }

    private boolean isOwn(LockRecord record) {
        return record.rolling().equals(own.rolling());
    }

    private void reportDisagreement(LockRecord record, Owner present) throws IOException {
        List<Long> pids = new ArrayList<>();
        long agreed = LockRecord.hash(record.rolling());
        for (Owners.Living each : Owners.living(record.lanes(), present.id())) {
            long pid = each.agreed() == agreed ? Owners.pid(record.lanes(), each.id()) : 0;
            if (pid > 0) {
                pids.add(pid);
            }
        }
        try {
            findings.accept(own.disagreement(LogFile.ofRecord(lock.path(), record.rolling()), pids));
        } catch (IllegalArgumentException e) {
            // Nothing that anybody could go by; the next drainer writes its own.
            return;
        }
    }

    /** Whether this process goes by its own rolling, and says so. {@code record}: as it is now. */
    boolean isReached(LockRecord record) {
        Owner present = owner;
        // It may have been put back after this process agreed to another.
        return isOwn(record) && (present == null || present.agreed() == LockRecord.hash(own.rolling()));
    }

    /**
     * From here on this process wants the log to be rolled otherwise; returns whether it does.
     *
     * @param other the same log
     * @param drains whether this process is the drainer
     */
    boolean change(LogFile other, boolean drains) throws IOException {
        boolean differs = !other.rolling().equals(own.rolling());
        own = other;
        if (differs) {
            disagreementTold = false;
            changed = true;
            changedAt = System.nanoTime();
            Owner present = owner;
            if (present != null) {
                present.agree(0);
            }
            seek(drains);
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
