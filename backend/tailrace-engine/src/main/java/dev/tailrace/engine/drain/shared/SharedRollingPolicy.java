package dev.tailrace.engine.drain.shared;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerHead;
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
 * The rolling of a shared log. All processes use the rolling in the record beside the log; the drainer replaces it by its own when no live
 * process agrees to it any more. This process's configured rolling can change while it runs.
 *
 * <p>Used by the thread that starts the engine, then by the drain thread; {@link #own} is for any thread.
 */
final class SharedRollingPolicy {
    /** A changed configuration reaches processes one after another; until then a disagreement is not reported. */
    private static final long GRACE_NANOS = 90_000_000_000L;

    private final DrainLock lock;
    private final Consumer<Finding> findings;
    private volatile LogFile own;
    /** Null while the lanes are in private memory: then the record belongs to this process. */
    private @Nullable Owner owner;

    private boolean disagreementReported;
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

    /** From here on this process's owner file in the lane directory shows the rolling that it agrees to. */
    void enter(Owner entered) {
        owner = entered;
    }

    /**
     * Notes in the owner file that this process agrees to the recorded rolling, if it does; the drainer may write its own when no other
     * process agrees, or when others may have written the record.
     *
     * @param drains whether this process is the drainer
     */
    void seek(boolean drains) throws IOException {
        LockRecord record = lock.record();
        Owner present = owner;
        if (record == null) {
            return;
        }
        if (present == null || record.isOpen()) {
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
        if (!disagreementReported && !(changed && System.nanoTime() - changedAt < GRACE_NANOS)) {
            disagreementReported = true;
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

    private void reportDisagreement(LockRecord record, Owner present) {
        try {
            findings.accept(
                    own.disagreement(LogFile.ofRecord(lock.path(), record.rolling()), agreeing(record, present)));
        } catch (IllegalArgumentException e) {
            // The record is unusable for every process; the next drainer writes its own.
            return;
        }
    }

    /** The processes that agree to the record, as far as they can be found out: a message must not fail for want of them. */
    private static List<Long> agreeing(LockRecord record, Owner present) {
        List<Long> pids = new ArrayList<>();
        long agreed = LockRecord.hash(record.rolling());
        try {
            for (OwnerHead each : Owners.living(record.lanes(), present.id())) {
                long pid = each.agreed() == agreed ? each.pidHere() : 0;
                if (pid > 0 && !pids.contains(pid)) {
                    pids.add(pid);
                }
            }
        } catch (IOException e) {
            return pids;
        }
        return pids;
    }

    /** Whether this process's rolling is the recorded one, and its owner file says so. {@code record}: the present one. */
    boolean isReached(LockRecord record) {
        Owner present = owner;
        // It may have been put back after this process agreed to another.
        return isOwn(record) && (present == null || present.agreed() == LockRecord.hash(own.rolling()));
    }

    /**
     * Sets another rolling for this process from now on; returns whether it differs from the one before.
     *
     * @param other the same log
     * @param drains whether this process is the drainer
     */
    boolean change(LogFile other, boolean drains) throws IOException {
        boolean differs = !other.rolling().equals(own.rolling());
        own = other;
        if (differs) {
            disagreementReported = false;
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
