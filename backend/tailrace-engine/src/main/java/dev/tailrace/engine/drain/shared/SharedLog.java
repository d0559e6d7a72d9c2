package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.NoLanesException;
import dev.tailrace.engine.drain.PrivateLanesException;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerHead;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.lock.DrainLock;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockRecordText;
import dev.tailrace.engine.sink.lock.LockView;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This engine's part in a log that other processes may write, too: the directory of its lanes, and the rolling of its file. Both are in the
 * record beside the log; the drainer may change them while no live process uses the old ones.
 *
 * <p>Made by the thread that starts the engine, then used by the drain thread.
 */
public final class SharedLog {
    /** How long to wait for a record at most: the first process may be slow, when fifty processes start at once on two CPUs. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    /**
     * How long to wait for a reachable directory: after a restart of the machine the first process may still be replacing an obsolete
     * record.
     */
    private static final long UNREACHABLE_NANOS = 1_000_000_000L;

    private static final long PAUSE_NANOS = 10_000_000L;
    /** How many neighbours of a log are tried before it counts as unusable. */
    public static final int MAX_NEIGHBOURS = 100;

    private final SharedRollingPolicy sharedRollingPolicy;
    private final DrainLock lock;
    private final Supplier<@Nullable Path> ownDirectory;
    private final DrainListener listener;
    private final Consumer<Finding> findings;
    private @Nullable Path directory;
    private @Nullable Owner owner;
    private @Nullable Seat seat;
    private boolean fresh;
    /** Whether this engine has no lanes of its own. */
    private boolean guest;
    /** Whether this guest drains lanes that the record doesn't name, because the lock file was removed while they were used. */
    private boolean stranded;

    private boolean gone;
    private @Nullable LockRecord unreachable;
    private String why = "";
    /** Whether the last attempt to join failed because it isn't known yet whether processes use the log. */
    private boolean undecided;
    /** Whether this process is one of those that use the recorded lanes. */
    private volatile boolean recorded = true;

    private boolean chosen;
    private @Nullable Path choice;

    /** The result of an attempt to become the drainer. */
    enum Attempt {
        TAKEN,
        /** Another process has the lock. */
        LOCKED,
        /** The lock is free, but the drainer lives or isn't proved dead yet. */
        LIVES
    }

    private SharedLog(
            LogFile configured,
            DrainLock lock,
            Supplier<@Nullable Path> ownDirectory,
            DrainListener listener,
            Consumer<Finding> findings) {
        this.lock = lock;
        this.sharedRollingPolicy = new SharedRollingPolicy(configured, lock, findings);
        this.ownDirectory = ownDirectory;
        this.listener = listener;
        this.findings = findings;
    }

    /**
     * Joins a log: uses the record of the processes that log to it, or makes one.
     *
     * @param patienceNanos how long to wait at most for lanes that can't be reached; longer only on a machine that is so busy that few
     *     looks are possible, and, unless it is 0, for as long as a {@linkplain DrainLock#pulse heartbeat} is too fresh to show whether they
     *     are used. Ten seconds while another process makes or replaces the record
     * @param ownDirectory the lane directory that this process would choose, made by the call; null: it has only private memory
     * @return null when this process can't reach the others' lanes, or they could not reach its lanes; a finding says why
     */
    public static @Nullable SharedLog join(
            LogFile configured,
            long patienceNanos,
            Supplier<@Nullable Path> ownDirectory,
            DrainListener listener,
            Consumer<Finding> findings)
            throws IOException {
        DrainLock lock = DrainLock.on(configured.lockFile());
        SharedLog log = new SharedLog(configured, lock, ownDirectory, listener, findings);
        boolean joined = false;
        try {
            long unreachableNanos = Math.min(patienceNanos, UNREACHABLE_NANOS);
            long looks = patienceNanos / PAUSE_NANOS / 2;
            long begin = System.nanoTime();
            long reachable = begin;
            joined = log.join();
            while (!joined) {
                long now = System.nanoTime();
                // A record that is being made or replaced is worth waiting for: else many starts at once would scatter.
                boolean open = log.unreachable == null || (log.undecided && patienceNanos > 0);
                if (open) {
                    reachable = now;
                }
                looks--;
                boolean patient = open || now - begin < patienceNanos || looks > 0;
                if (now - reachable > unreachableNanos || !patient || now - begin > PATIENCE_NANOS) {
                    log.reportUnreachable();
                    return null;
                }
                Uninterrupted.park(log, PAUSE_NANOS);
                log.unreachable = null;
                joined = log.join();
            }
            return log;
        } finally {
            if (!joined) {
                log.close();
            }
        }
    }

    /** Takes a log for this process alone, with lanes in private memory; null when another process takes part in the log. */
    public static @Nullable SharedLog joinAlone(LogFile configured, DrainListener listener, Consumer<Finding> findings)
            throws IOException {
        DrainLock lock = DrainLock.on(configured.lockFile());
        SharedLog log = new SharedLog(configured, lock, () -> null, listener, findings);
        boolean joined = false;
        try {
            LockRecord record = lock.record();
            boolean members = record != null && log.isReachable(record) && log.isInhabited(record.lanes());
            boolean deserted = !members && lock.tryDrain() && log.isDeserted(record);
            while (log.undecided) {
                Uninterrupted.park(log, PAUSE_NANOS);
                deserted = log.isDeserted(record);
            }
            joined = deserted && log.joinPrivately();
            return joined ? log : null;
        } finally {
            if (!joined) {
                log.close();
            }
        }
    }

    /**
     * Joins a log as a guest, without lanes of its own, to drain other processes' lanes. Uses the existing record and never changes it.
     *
     * @param lockFile must exist
     * @param other a lane directory that was made for this log, but isn't the recorded one; null: the recorded one
     * @throws IOException when there is no usable record, or the lane directory can't be used; the message says why
     */
    public static SharedLog attend(
            Path lockFile, @Nullable Path other, DrainListener listener, Consumer<Finding> findings)
            throws IOException {
        MappedFiles.requireFile(lockFile);
        DrainLock lock = DrainLock.on(lockFile);
        boolean attends = false;
        try {
            LockRecord record = forGuest(lockFile, lock.record());
            if (record == null) {
                throw new IOException("no process has logged to it yet: there is no record");
            }
            LogFile file = recorded(lockFile, record);
            SharedLog log = new SharedLog(file, lock, () -> null, listener, findings);
            log.guest = true;
            log.stranded = other != null && !other.equals(record.lanes());
            LockRecord used = other == null ? record : new LockRecord(other, StagingHead.id(other), record.rolling());
            log.directory = used.lanes();
            log.checkReachable(used);
            attends = true;
            return log;
        } finally {
            if (!attends) {
                lock.close();
            }
        }
    }

    /**
     * The record of a log for a process without a configuration of its own; null when there is none. Where others may have written it, the
     * log isn't rolled.
     *
     * @throws IOException also when others may have written the record, and its lanes aren't this user's
     */
    public static @Nullable LockRecord record(Path lockFile) throws IOException {
        return forGuest(lockFile, LockView.record(lockFile));
    }

    private static @Nullable LockRecord forGuest(Path lockFile, @Nullable LockRecord record) throws IOException {
        if (record == null || !record.isOpen()) {
            return record;
        }
        String refusal = refusal(lockFile, record);
        LogFile plain = LogFile.ofLock(lockFile);
        if (refusal != null || plain == null) {
            throw new FileSystemException(
                    lockFile.toString(),
                    null,
                    "it belongs to another user, or others may write it; "
                            + (refusal != null ? refusal : "the log's name is known only from its record"));
        }
        return new LockRecord(record.lanes(), record.id(), plain.rolling(), record.closer());
    }

    private static LogFile recorded(Path lockFile, LockRecord record) throws IOException {
        try {
            return LogFile.ofRecord(lockFile, record.rolling());
        } catch (IllegalArgumentException e) {
            throw new IOException("its record can't be understood: " + e.getMessage(), e);
        }
    }

    private void checkReachable(LockRecord record) throws IOException {
        Path lanes = record.lanes();
        if (lanes.equals(lock.path())) {
            throw new PrivateLanesException(isUndrained());
        }
        if (!Files.exists(lanes, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoLanesException(lanes, isUndrained());
        }
        String refusal = LaneDirectory.refusal(lanes);
        if (refusal != null) {
            throw new IOException(refusal);
        }
        long id = StagingHead.id(lanes);
        // Without an id, or brought back by a late line, it is certainly the right one only where no process drains.
        boolean replaceable = id == 0 || (record.isOver() && lock.path().equals(StagingHead.lockFile(lanes)));
        if (id != record.id() && !(replaceable && isUndrained())) {
            throw new IOException(lanes + " is another directory of that name, such as another container's");
        }
    }

    /** Whether no other process has the drainer's lock just now. */
    private boolean isUndrained() throws IOException {
        boolean locked = lock.drains();
        boolean free = lock.tryDrain();
        if (!locked) {
            lock.stopDraining();
        }
        return free;
    }

    private boolean join() throws IOException {
        LockRecord record = lock.record();
        if (record != null && isReachable(record)) {
            return !isClosing(record) && enter(record);
        }
        if (!lock.tryDrain()) {
            // Many may start at once: another one looks just now.
            undecided = undecided && lock.pulse() == DrainLock.Pulse.UNKNOWN;
            return false;
        }
        boolean joined = false;
        try {
            if (!isDeserted(record)) {
                return false;
            }
            Path own = ownChoice();
            if (own == null) {
                joined = joinPrivately();
            } else {
                LockRecord made = recordOf(own);
                lock.write(made);
                joined = enter(made);
            }
            return joined;
        } finally {
            if (!joined) {
                lock.stopDraining();
            }
        }
    }

    /** With private memory this process must hold the lock for as long as it logs: no other process could drain for it. */
    private boolean joinPrivately() throws IOException {
        directory = null;
        fresh = true;
        lock.write(new LockRecord(lock.path(), 1, file().rolling()));
        lock.beat();
        return true;
    }

    /**
     * Whether no process uses lanes that this process can't see; sets {@link #undecided}. A free lock proves nothing: a process loses its
     * own when it closes a descriptor of the file, and where each container has a file system of its own over the same files, none sees the
     * others'.
     */
    private boolean isDeserted(@Nullable LockRecord record) throws IOException {
        boolean first = record == null ? lock.isBlank() : record.isOver();
        DrainLock.Pulse pulse = first ? DrainLock.Pulse.NONE : lock.pulse();
        undecided = pulse == DrainLock.Pulse.UNKNOWN;
        return pulse == DrainLock.Pulse.NONE;
    }

    /** Joins by a record with reachable lanes, unless the record is replaced meanwhile. */
    private boolean enter(LockRecord record) throws IOException {
        boolean joined = false;
        try {
            Owner entered = Owner.enter(record.lanes());
            owner = entered;
            directory = record.lanes();
            seat = Seat.of(entered, listener);
            boolean drains = tryDrain(System.nanoTime()) == Attempt.TAKEN;
            fresh = drains && !isInhabited(record.lanes());
            if (fresh && hasNoRings(record.lanes()) && moves(record)) {
                return false;
            }
            entered.join();
            lock.beat();
            // A drainer that found no member here may have replaced the record just before; otherwise it sees this
            // member now.
            LockRecord again = lock.record();
            joined = again != null
                    && again.lanes().equals(record.lanes())
                    && again.id() == record.id()
                    && !again.isOver()
                    && !isClosing(again)
                    // The closer, and so its proof of life, may have been removed with the directory just now.
                    && entered.stands();
            if (joined) {
                sharedRollingPolicy.enter(entered);
                sharedRollingPolicy.seek(drains);
                reportIfForeign();
            }
            return joined;
        } catch (NoSuchFileException e) {
            // The last process has just removed the directory.
            return false;
        } finally {
            if (!joined) {
                leave();
                lock.stopDraining();
            }
        }
    }

    /**
     * Whether this process moves to other lanes: where the recorded lanes are unused, it may prefer its own, and the record names these
     * from now on.
     */
    private boolean moves(LockRecord record) throws IOException {
        Path own = ownChoice();
        if (own == null || own.equals(record.lanes())) {
            return false;
        }
        Owner present = owner;
        return present != null && replace(record, recordOf(own), present);
    }

    /**
     * Replaces a record by one with another lane directory, for the holder of the old one. It marks the old record first, so that no
     * process joins by either record, and looks for members before and after. Writing the new record and reverting it would isolate a
     * process that had joined by the new record in between.
     */
    private boolean replace(LockRecord given, LockRecord next, Owner holder) throws IOException {
        LockRecord record = own(given);
        if (!Owners.living(record.lanes(), holder.id()).isEmpty()) {
            return false;
        }
        lock.write(record.closedBy(holder.id()));
        CrashPoint.reach("drain lock: record closed");
        boolean alone = Owners.living(record.lanes(), holder.id()).isEmpty();
        lock.write(alone ? next : record.closedBy(0));
        return alone;
    }

    /** The record, with this process's rolling where others may have written the recorded one. */
    private LockRecord own(LockRecord record) {
        return record.isOpen()
                ? new LockRecord(record.lanes(), record.id(), file().rolling(), record.closer())
                : record;
    }

    /** Whether a living owner is about to replace a record. */
    private boolean isClosing(LockRecord record) throws IOException {
        Owner present = owner;
        boolean own = present != null && present.id() == record.closer();
        return record.closer() != 0 && !own && Owners.isAlive(record.lanes(), record.closer());
    }

    private @Nullable Path ownChoice() {
        Path former = choice;
        // The last process may have removed the directory meanwhile.
        if (!chosen || (former != null && !Files.isDirectory(former))) {
            choice = ownDirectory.get();
            chosen = true;
        }
        return choice;
    }

    private LockRecord recordOf(Path lanes) throws IOException {
        return new LockRecord(lanes, Staging.open(lanes, lock.path(), listener).id(), file().rolling());
    }

    private boolean isInhabited(Path lanes) throws IOException {
        Owner present = owner;
        return !Owners.living(lanes, present == null ? 0 : present.id()).isEmpty();
    }

    private boolean isReachable(LockRecord record) {
        String refusal = refusal(lock.path(), record);
        // Lanes that are removed, or being so, are followed by others that a newcomer may be about to make.
        if (refusal != null && record.closer() == 0) {
            unreachable = record;
            why = refusal;
        }
        return refusal == null;
    }

    /** Why the recorded lanes can't be used here, without a full stop; null: they can. */
    private static @Nullable String refusal(Path lockFile, LockRecord record) {
        Path lanes = record.lanes();
        String refusal = LaneDirectory.refusal(lanes);
        if (refusal == null && StagingHead.id(lanes) != record.id()) {
            refusal = "it is not the same directory, although it has the same name";
        }
        if (refusal == null && record.isOpen() && !isMadeFor(lockFile, lanes)) {
            refusal = "it is behind a link or was made for another log";
        }
        return refusal;
    }

    /** Whether a lane directory of this user is the very one of this log: others may have written its path into the record. */
    private static boolean isMadeFor(Path lockFile, Path lanes) {
        try {
            return lanes.equals(lanes.toRealPath()) && lockFile.equals(StagingHead.lockFile(lanes));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasNoRings(Path lanes) throws IOException {
        try (DirectoryStream<Path> rings = Files.newDirectoryStream(lanes, "*.ring")) {
            return !rings.iterator().hasNext();
        }
    }

    private void reportIfForeign() throws IOException {
        if (!LockRecordText.isOwn(lock.path())) {
            findings.accept(FileFindings.lockForeign(file().description(), lock.path()));
        }
    }

    private void reportUnreachable() {
        LockRecord record = unreachable;
        if (record != null) {
            findings.accept(
                    FileFindings.lanesUnreachable(file().description(), file().lockFile(), record.lanes(), why));
        }
    }

    /** The rolling to drain by. Only for the drainer. */
    LogFile rolling() throws IOException {
        return sharedRollingPolicy.rolling();
    }

    /**
     * Sets the rolling that this process wants from now on; returns whether it differs from the one before.
     *
     * @param wanted the same log, or the log whose neighbour this is
     */
    boolean change(LogFile wanted) throws IOException {
        LogFile other = wanted;
        for (int n = 1; n <= MAX_NEIGHBOURS && !other.lockFile().equals(lock.path()); n++) {
            other = wanted.neighbour(n);
        }
        return other.lockFile().equals(lock.path()) && sharedRollingPolicy.change(other, isDraining());
    }

    /** For a guest: makes sure that the record is still the one by which it joined. Only for the drainer. */
    void confirm() throws IOException {
        if (guest && !stranded) {
            LockRecord record = lock.record();
            if (record == null || !record.lanes().equals(directory)) {
                gone = true;
                throw new IOException("its record has changed");
            }
            checkReachable(record);
        }
    }

    /** Whether a guest should join anew, because the lock file or its record was replaced. */
    public boolean isGone() {
        return gone;
    }

    /**
     * Whether no live process agrees to the recorded rolling any more, but one wants another rolling: that process can write its own only
     * when it drains. Only for a guest that drains.
     */
    public boolean isOutvoted() throws IOException {
        LockRecord record = guest && !stranded ? lock.record() : null;
        if (record == null) {
            return false;
        }
        List<OwnerHead> living = Owners.living(record.lanes(), 0);
        long agreed = LockRecord.hash(record.rolling());
        return !living.isEmpty() && living.stream().noneMatch(each -> each.agreed() == agreed);
    }

    /** Whether this process used another process's rolling and may now use its own. */
    boolean mayChangeRolling() throws IOException {
        LockRecord record = lock.record();
        if (guest || (record != null && (record.isOpen() || sharedRollingPolicy.isReached(record)))) {
            return false;
        }
        sharedRollingPolicy.seek(isDraining());
        LockRecord sought = lock.record();
        return sought != null && sharedRollingPolicy.isReached(sought);
    }

    /** Restores the record once this process drains: the record may have been deleted or damaged meanwhile. */
    void ensureRecord(long stagingId) throws IOException {
        Path lanes = directory;
        if (lanes == null || stranded) {
            return;
        }
        LockRecord record = lock.record();
        recorded |= record != null && record.lanes().equals(lanes);
        if (record == null && guest) {
            throw new IOException("its record is gone");
        } else if (record == null) {
            lock.write(new LockRecord(lanes, stagingId, file().rolling()));
        } else if (record.lanes().equals(lanes) && (record.id() != stagingId || record.closer() != 0)) {
            // The holder of these lanes replaces no record: the mark is a dead process's.
            lock.write(new LockRecord(lanes, stagingId, own(record).rolling()));
        } else if (!record.lanes().equals(lanes)) {
            replaceRecord(record, new LockRecord(lanes, stagingId, file().rolling()));
        }
    }

    /**
     * After the lock file was deleted, other processes may have made one that names other lanes. Only the holder of those lanes may replace
     * it, and while live processes use it, these lanes can't be drained.
     */
    private void replaceRecord(LockRecord record, LockRecord own) throws IOException {
        // Its own heartbeat would look like that of the processes that it waits for.
        recorded = !guest && (isReachable(record) ? replaceAsGuest(record, own) : replaceUnseen(record, own));
        if (!recorded) {
            throw new OtherLanesException(
                    "others have their lanes in " + record.lanes() + ", this process in " + own.lanes());
        }
    }

    private boolean replaceAsGuest(LockRecord record, LockRecord own) throws IOException {
        Owner visitor = Owner.enter(record.lanes(), true);
        try {
            Seat other = Seat.of(visitor, listener);
            try {
                return other.take(System.nanoTime()) && replace(record, own, visitor);
            } finally {
                other.release();
            }
        } finally {
            visitor.leave();
        }
    }

    private boolean replaceUnseen(LockRecord record, LockRecord own) throws IOException {
        boolean deserted = isDeserted(record);
        if (deserted) {
            lock.write(own);
        }
        return deserted;
    }

    /** Other processes use another record, which this process can't replace: its own lines must wait until those processes end. */
    static final class OtherLanesException extends IOException {
        private static final long serialVersionUID = 1;

        OtherLanesException(String message) {
            super(message);
        }
    }

    /** Joins again after the lock file was deleted or replaced. */
    void rejoin() throws IOException {
        if (guest) {
            gone = true;
            close();
            return;
        }
        lock.reopen();
        lock.beat();
        sharedRollingPolicy.seek(false);
    }

    /** Whether this process takes part, or needs not to; false after a failed {@link #rejoin}, which has to be tried again. */
    boolean hasJoined() {
        return guest || lock.isOpen();
    }

    /**
     * Tries to become the drainer.
     *
     * @param nanoTime a clock that measures how long a former drainer has not been seen
     */
    Attempt tryDrain(long nanoTime) throws IOException {
        if (!lock.tryDrain()) {
            return Attempt.LOCKED;
        }
        boolean drains = false;
        try {
            Seat taken = seat == null ? guestSeat() : seat;
            drains = taken == null || taken.take(nanoTime);
        } finally {
            if (!drains) {
                lock.stopDraining();
            }
        }
        return drains ? Attempt.TAKEN : Attempt.LIVES;
    }

    /** A guest's seat; a guest enters the lane directory only once it may be needed there. Null: the lanes are in private memory. */
    private @Nullable Seat guestSeat() throws IOException {
        Path lanes = directory;
        if (lanes == null) {
            return null;
        }
        String refusal = LaneDirectory.refusal(lanes);
        if (refusal != null) {
            // The last process may have removed it.
            gone = true;
            throw new IOException(refusal);
        }
        Owner present = owner;
        if (present == null) {
            present = Owner.enter(lanes, true);
            owner = present;
        }
        seat = Seat.of(present, listener);
        return seat;
    }

    /** Call about once a second: shows processes that can't see this one's lanes that it uses the log. For any thread. */
    void beat() {
        if (recorded) {
            lock.beat();
        }
    }

    /** Call every 100 ms: takes the lock again that this process lost without notice; see {@link DrainLock#refresh}. */
    boolean refresh() throws IOException {
        return lock.refresh();
    }

    /**
     * Call about once a second: shows that this engine lives and, if it drains, that it steps.
     *
     * @return whether a draining engine may go on draining; false where the election's files were removed and another process was faster
     */
    boolean confirmSeat(long epochMillis) {
        Seat taken = seat;
        Owner present = owner;
        boolean mayDrain = taken == null || !taken.isHeld() || taken.confirm(epochMillis);
        if (present != null) {
            refresh(present);
        }
        return mayDrain;
    }

    /** Refreshes the owner. A failure is tried again a second later, and must not hide that this process may not drain any more. */
    private void refresh(Owner present) {
        try {
            if (guest && Files.isDirectory(present.directory(), LinkOption.NOFOLLOW_LINKS)) {
                present.restore();
            }
            present.refresh();
        } catch (IOException e) {
            return;
        }
    }

    /** Loads the classes for a takeover. */
    void warmUpSeat(long nanoTime) {
        Seat taken = seat;
        if (taken != null) {
            taken.warmUp(nanoTime);
        }
    }

    /** Notes that a batch could not be written although the file is writable; see {@link DrainHolder#failed}. For the drainer. */
    boolean isHopeless() {
        Seat taken = seat;
        return taken != null && taken.failed(drained());
    }

    /** Stops draining, after the last write. */
    void stopDraining() throws IOException {
        Seat taken = seat;
        if (taken != null) {
            taken.release();
        }
        lock.stopDraining();
    }

    /** Whether this process drains. */
    public boolean isDraining() {
        Seat taken = seat;
        return taken == null ? lock.drains() : taken.isHeld();
    }

    DrainLock lock() {
        return lock;
    }

    public LogFile file() {
        return sharedRollingPolicy.own();
    }

    /** The lane directory; null: the lanes are in private memory, and no other process can take part. */
    public @Nullable Path directory() {
        return directory;
    }

    /** The owner entry of this engine in the lane directory; null for a guest, or when the lanes are in private memory. */
    public @Nullable Owner owner() {
        return guest ? null : owner;
    }

    /** The name of this engine's owner entry in the lane directory; empty while there is none. */
    String ownerName() {
        Owner present = owner;
        return present == null ? "" : present.name();
    }

    /** A number that changes with each batch that any process writes to the log. Costs some system calls. For any thread. */
    public long drained() {
        Path lanes = directory;
        return lanes == null ? 0 : StagingHead.committed(lanes);
    }

    /** Whether no other process took part when this process joined. */
    boolean isFresh() {
        return fresh;
    }

    /** Releases the seat, then leaves the lane directory. */
    private void leave() throws IOException {
        Seat taken = seat;
        Owner present = owner;
        seat = null;
        owner = null;
        if (taken != null) {
            taken.release();
        }
        if (present != null) {
            present.leave();
        }
    }

    /**
     * Removes the lane directory if this process drains, no other takes part, and nothing is left to write or to report. The record stays:
     * it says how the files are rolled, and that no lanes are there. A process that joins at this moment either has its file in the
     * directory before the second look, and then the directory stays, or it finds the record marked or its own file gone, and tries again.
     */
    boolean removeLanes() throws IOException {
        Path lanes = directory;
        Owner present = owner;
        Seat taken = seat;
        boolean holds = taken != null && taken.isHeld() && lock.drains() && lock.refresh() && lock.stands();
        LockRecord record = holds ? lock.record() : null;
        if (lanes == null
                || present == null
                || record == null
                || record.isOpen()
                || !record.lanes().equals(lanes)
                || !LaneRemoval.isUnused(lanes, present)) {
            return false;
        }
        LockRecord marked = record.closedBy(present.id());
        lock.write(marked);
        CrashPoint.reach("lanes: record marked");
        Path real = present.directory();
        Path moved = LaneRemoval.moved(real);
        if (!present.remove(() -> LaneRemoval.isUnused(real, present) && LaneRemoval.moveAway(real, moved, present))) {
            lock.write(record.closedBy(0));
            return false;
        }
        CrashPoint.reach("lanes: moved away");
        try {
            if (marked.isSame(lock.record())) {
                lock.write(record.closedBy(LockRecord.OVER));
            }
            CrashPoint.reach("lanes: record over");
            LaneRemoval.delete(moved);
        } catch (IOException e) {
            // The mark of a process that has ended is void, and the next removal deletes what is left.
            return true;
        }
        return true;
    }

    /** Whether there is the file of another owner, living or dead. */
    boolean hasOtherOwners() {
        Path lanes = directory;
        try {
            return lanes != null && Owners.count(lanes) > 1;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether another process takes part; where that can't be seen, the removal finds out. */
    boolean isShared() {
        Path lanes = directory;
        try {
            return lanes == null || isInhabited(lanes);
        } catch (IOException e) {
            return false;
        }
    }

    /** Leaves the log, and removes its lanes if this process is the last. */
    public void close() {
        try {
            try {
                removeLanes();
            } finally {
                leaveAndUnlock();
            }
        } catch (IOException | InternalError e) {
            // The remaining files count as a dead process's once this process has ended.
            return;
        }
    }

    private void leaveAndUnlock() throws IOException {
        try {
            leave();
        } finally {
            lock.close();
        }
    }
}
