package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.Drainer;
import dev.tailrace.engine.drain.LaneMerge;
import dev.tailrace.engine.figures.EventRecorder.Span;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A process's part in draining a shared log: drains it when no other process does. Every 20 ms it checks whether the drainer's lock is
 * free, which costs two microseconds, and only then which process drains and whether that process lives. The successor of a dead drainer
 * first finishes the batch that the dead one had begun.
 *
 * <p>Single-threaded, but for {@link #destination}, {@link #isDraining} and {@link #hasInherited}.
 */
public final class SharedDrainer implements DrainAgent {
    private static final long POLL_NANOS = 20_000_000L;
    /** A dying process loses its locks before it is gone: the check is repeated at this interval, so many times. */
    private static final long DYING_NANOS = 1_500_000L;

    private static final int DYING_LOOKS = 5;
    private static final int MOST_UNLOCKED = 3;
    private static final int MOST_UNEXPLAINED = 3;
    private static final long REFRESH_NANOS = 100_000_000L;
    private static final long LOOK_NANOS = 1_000_000_000L;
    private static final long RETRY_NANOS = 1_000_000_000L;
    private static final long FIRST_QUIET_NANOS = 1_000_000L;
    private static final long LONGEST_QUIET_NANOS = 500_000_000L;
    private static final long STAND_BACK_NANOS = 5_000_000_000L;

    private final Destination destination;
    private final SharedLog log;
    /** Null when this process's lanes are in private memory, or it has none. */
    private final @Nullable Owner owner;

    private final Takeover takeover;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final DrainListener listener;
    private final Consumer<Finding> findings;
    private @Nullable Drainer drainer;
    private volatile boolean draining;
    private long nextPoll;
    private long lookedAt;
    private long refreshedAt;
    private int dyingLooks;
    private int unlockedLooks;
    private boolean failing;
    /** Faults in a row without a newly truncated file to explain them. */
    private int unexplained;

    /** Whether the lanes are to go as soon as nothing waits, and whether that wasn't tried yet since the last request. */
    private volatile boolean leaving;

    private volatile boolean asked;
    /** Whether this process removed the lanes. A late line brings them back. */
    private boolean away;
    /** How long no line must have come before the lanes go again: what logs at the end of a JVM may log much. */
    private volatile long quietNanos;

    private long quietSince;

    /** The new rolling of the log; null: as before. */
    private final AtomicReference<@Nullable LogFile> change = new AtomicReference<>();

    /**
     * @param windowNanos see {@link LaneMerge}
     */
    public SharedDrainer(
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
        this.owner = log.owner();
        this.takeover = new Takeover(destination, log, archiver, windowNanos, nanoTime, epochNanos, listener, findings);
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.listener = listener;
        this.findings = findings;
        this.nextPoll = nanoTime.getAsLong();
        this.lookedAt = nextPoll;
        this.refreshedAt = nextPoll;
    }

    @Override
    public Destination destination() {
        return destination;
    }

    /** Whether this process is the drainer. For any thread. */
    public boolean isDraining() {
        return draining;
    }

    @Override
    public void beat() {
        log.beat();
    }

    /** Has the log rolled by {@code other}'s rolling from the next step on; the lanes stay as they are. For any thread. */
    public void use(LogFile other) {
        change.set(other);
    }

    /** This process's present role in draining the log. */
    public enum State {
        /** Another process drains, or this process will try again soon. */
        WAITING,
        DRAINING,
        /** This process had the right to drain and could not; it tries again. */
        FAILING
    }

    public State state() {
        return draining ? State.DRAINING : failing ? State.FAILING : State.WAITING;
    }

    /** See {@link Drainer#isSettled}; false when another process drains. */
    public boolean isSettled() {
        return drainer != null && drainer.isSettled();
    }

    @Override
    public long doWork(boolean urgent) {
        try {
            long moved = step(urgent);
            MemoryFault.raise();
            unexplained = 0;
            return moved;
        } catch (InternalError e) {
            onFault(e);
            return 0;
        }
    }

    /** A file that is truncated while it is mapped causes a fault at the next access; only the file's own content may be lost. */
    private void onFault(InternalError error) {
        Drainer current = drainer;
        boolean cut = destination.lookForCuts();
        if (current != null) {
            reportIfTwice(current);
            cut |= current.lookForCuts();
        }
        unexplained = cut ? 0 : unexplained + 1;
        if (unexplained > MOST_UNEXPLAINED) {
            // Another thread may have found the file, or the ring may have been released; but not every time.
            listener.onError(error);
        }
        // The batch that was under way is found again, as by a successor.
        resign();
    }

    /** When a batch's intent was truncated, the log file can't be compared with the batch any more: its lines are read again. */
    private void reportIfTwice(Drainer current) {
        if (current.isWriting() && current.isSpoilt()) {
            listener.onPossiblyTwice(destination);
        }
    }

    private long step(boolean urgent) {
        long now = nanoTime.getAsLong();
        if (away) {
            if (destination.isDrained()) {
                asked = false;
                return 0;
            }
            comeBack(now);
        }
        if (change.getPlain() != null) {
            changeRolling();
        }
        if (now - refreshedAt >= REFRESH_NANOS) {
            refreshedAt = now;
            refresh();
        }
        if (now - lookedAt >= LOOK_NANOS) {
            lookedAt = now;
            look();
        }
        Drainer current = drainer;
        if (current == null) {
            if (now - nextPoll < 0) {
                asked = false;
                return 0;
            }
            nextPoll = now + POLL_NANOS - ThreadLocalRandom.current().nextLong(POLL_NANOS / 4);
            current = elect(now);
        }
        long moved = current == null ? 0 : current.doWork(urgent);
        if (leaving) {
            leaveIfQuiet(now, moved);
        }
        return moved;
    }

    @Override
    public void leave() {
        quietNanos = 0;
        asked = true;
        leaving = true;
    }

    @Override
    public boolean hasLeft() {
        return !asked;
    }

    @Override
    public boolean hasInherited() {
        Drainer current = draining ? drainer : null;
        return current != null && current.hasInherited();
    }

    /** Removes the lanes unless other processes take part or lines wait: those are written first. */
    private void leaveIfQuiet(long now, long moved) {
        Drainer current = drainer;
        if (moved != 0) {
            quietSince = now;
        }
        if (current != null && (now - quietSince < quietNanos || !current.isSettled())) {
            return;
        }
        boolean alone = current != null && owner != null && !log.isShared();
        if (alone && asked && log.hasOtherOwners()) {
            // The files of a process that has just ended go as soon as it is found dead.
            later(now, POLL_NANOS);
            return;
        }
        if (alone) {
            // Late lines have rings of their own.
            destination.seal();
            destination.discardDrained();
            away = removesLanes();
        }
        asked = false;
        leaving = !away;
        later(now, LONGEST_QUIET_NANOS);
    }

    /** Tries again after a pause that doubles each time, up to {@code most}. */
    private void later(long now, long most) {
        quietSince = now;
        quietNanos = Math.min(Math.max(FIRST_QUIET_NANOS, quietNanos * 2), most);
    }

    private boolean removesLanes() {
        try {
            if (!log.removeLanes()) {
                return false;
            }
            resign();
            log.lock().close();
            return true;
        } catch (IOException e) {
            // What is left counts as a dead process's.
            return false;
        }
    }

    /** A process that started meanwhile drains; else this one does, as one that starts. */
    private void comeBack(long now) {
        away = false;
        leaving = true;
        nextPoll = now;
        try {
            if (owner != null) {
                owner.restore();
            }
            destination.sealRemoved();
            log.rejoin();
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    private void refresh() {
        try {
            boolean locked = log.refresh();
            unlockedLooks = locked || drainer == null || log.directory() != null ? 0 : unlockedLooks + 1;
            if (unlockedLooks > MOST_UNLOCKED && !isHalfWritten()) {
                // With private lanes there is no holder file: another process has taken the log.
                resign();
            }
        } catch (IOException e) {
            // A lock is only a hint and is requested again; the next look finds a file that is gone.
            return;
        }
    }

    /** Becomes the drainer if no process is. */
    private @Nullable Drainer elect(long now) {
        try {
            SharedLog.Attempt attempt = log.tryDrain(now);
            if (attempt != SharedLog.Attempt.TAKEN) {
                boolean dying = attempt == SharedLog.Attempt.LIVES && dyingLooks++ < DYING_LOOKS;
                if (dying) {
                    nextPoll = now + DYING_NANOS;
                } else if (attempt == SharedLog.Attempt.LOCKED) {
                    dyingLooks = 0;
                }
                return null;
            }
            dyingLooks = 0;
            CrashPoint.reach("takeover");
            drainer = takeOver();
            MemoryFault.raise();
            draining = true;
            failing = false;
            return drainer;
        } catch (IOException e) {
            Path lock = log.file().lockFile();
            // The next look makes a removed file anew.
            boolean anew = e instanceof NoSuchFileException && Files.isWritable(lock.resolveSibling("."));
            fail(now, anew || log.isGone() ? null : FileFindings.unwritable(lock, e));
        } catch (SinkUnavailableException e) {
            fail(now, e.finding());
        } catch (UncheckedIOException e) {
            fail(now, FileFindings.unwritable(log.file().lockFile(), new IOException(e)));
        } catch (InternalError e) {
            // A file was truncated meanwhile.
            throw e;
        } catch (RuntimeException | Error e) {
            // A lane directory's content can be anything. A process that can't drain must not be the drainer.
            putAsideIfHopeless(e);
            fail(now, null);
            listener.onError(e);
        }
        return null;
    }

    private Drainer takeOver() throws IOException, SinkUnavailableException {
        Span span = takeover.isFirst() ? null : destination.figures().beginTakeover();
        boolean done = false;
        try {
            Drainer next = takeover.takeOver();
            done = true;
            return next;
        } finally {
            destination.figures().tookOver(span, done);
        }
    }

    /** Steps failed repeatedly: another process may succeed, and gets some seconds to become the drainer. */
    @Override
    public void giveUp(Throwable error) {
        if (drainer == null || log.directory() == null) {
            // With lanes in private memory no other process can drain.
            return;
        }
        putAsideIfHopeless(error);
        resign();
        failing = true;
        nextPoll = nanoTime.getAsLong() + STAND_BACK_NANOS;
    }

    /**
     * A batch that failed in two processes would fail in one process after another, and no line behind it would be written. So its lines go
     * to a file beside the log, for a person to look at; but not where memory or classes are missing, which is no fault of the batch.
     */
    private void putAsideIfHopeless(Throwable error) {
        Path directory = log.directory();
        boolean ofTheBatch = error instanceof RuntimeException && !(error instanceof UncheckedIOException);
        if (directory == null || !ofTheBatch) {
            return;
        }
        try {
            if (!log.isHopeless()) {
                return;
            }
            Drainer former = drainer;
            drainer = null;
            if (former != null) {
                former.resign();
            }
            takeover.putAside(directory, error);
        } catch (IOException | RuntimeException | Error e) {
            listener.onError(e);
        }
    }

    private void fail(long now, @Nullable Finding finding) {
        resign();
        nextPoll = now + RETRY_NANOS;
        if (!failing && finding != null) {
            findings.accept(finding);
        }
        failing = true;
    }

    /** Called once a second: files may have been removed, and another process's rolling may have ended with its process. */
    private void look() {
        restoreLanes();
        if (isHalfWritten()) {
            return;
        }
        try {
            log.warmUpSeat(nanoTime.getAsLong());
            boolean mayDrain = log.confirmSeat(epochNanos.getAsLong() / 1_000_000);
            // An earlier look may have failed after it was found out.
            boolean unseated = drainer != null && log.directory() != null && !log.isDraining();
            if (!mayDrain || unseated || !log.lock().stands() || !log.hasJoined()) {
                resign();
                log.rejoin();
                return;
            }
            if (drainer != null) {
                takeover.ensureRecord();
            }
            if (drainer != null) {
                reportIfTwice(drainer);
            }
            if ((log.mayChangeRolling() && drainer != null) || (drainer != null && drainer.lookForCuts())) {
                // A new term drains by this process's rolling, or from intact files.
                resign();
            }
            MemoryFault.raise();
        } catch (SharedLog.OtherLanesException e) {
            resign();
        } catch (IOException | InternalError e) {
            // The directory may be gone for now, or one of its files truncated; the next look tries again.
            return;
        }
    }

    /** Applies a new rolling between two batches: the sink is closed and opened anew, as by a successor. */
    private void changeRolling() {
        if (isHalfWritten()) {
            return;
        }
        LogFile other = change.getAndSet(null);
        try {
            if (other != null && log.change(other)) {
                resign();
            }
        } catch (IOException e) {
            // The lock file can't be read just now: the next look at it finds out.
            resign();
        }
    }

    /**
     * Whether a batch in private memory is partly in the file. It must be finished before its drainer goes: no process would find the rest.
     */
    private boolean isHalfWritten() {
        return log.directory() == null && drainer != null && drainer.isWriting();
    }

    /** A clean-up may have removed the lane directory: a later drainer must find this process and its later lines. */
    private void restoreLanes() {
        Owner present = owner;
        try {
            destination.lookForCuts();
            boolean removed = present != null && present.restore();
            if (removed) {
                destination.seal();
            }
            if (present != null && (destination.sealRemoved() || removed)) {
                findings.accept(Finding.of(
                        FindingCode.LANES_REMOVED,
                        present.directory() + " is made anew; lines of " + destination.description()
                                + " that were logged before are safe unless the process that drains is killed now."));
            }
            MemoryFault.raise();
        } catch (IOException | InternalError e) {
            // The mapped files still work; the next attempt is in a second.
            return;
        }
    }

    @Override
    public void rest() {
        // Lines in private lanes can be drained by no other process, nor a batch that is half written.
        if (drainer != null && log.directory() != null && !isHalfWritten()) {
            resign();
        }
    }

    private void resign() {
        takeover.notFresh();
        Drainer former = drainer;
        drainer = null;
        draining = false;
        nextPoll = nanoTime.getAsLong();
        try {
            if (former != null) {
                former.resign();
            }
        } catch (IOException | RuntimeException | Error e) {
            listener.onError(e);
        }
        try {
            log.stopDraining();
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    @Override
    public boolean hasMore() {
        return drainer != null && drainer.hasMore();
    }

    @Override
    public boolean isHolding() {
        return drainer != null && drainer.isHolding();
    }

    @Override
    public int smallestCapacity() {
        return drainer == null ? Integer.MAX_VALUE : drainer.smallestCapacity();
    }

    @Override
    public long longestSleepNanos() {
        Drainer current = drainer;
        if (current == null) {
            return dyingLooks > 0 && dyingLooks <= DYING_LOOKS ? DYING_NANOS : POLL_NANOS;
        }
        return current.longestSleepNanos();
    }

    /** A log that another process drains is finished by that process. */
    @Override
    public boolean isFinished() {
        return drainer == null || drainer.isFinished();
    }

    @Override
    public void close() throws IOException {
        try {
            if (drainer != null) {
                drainer.close();
                drainer = null;
                draining = false;
            }
        } finally {
            try {
                discard();
            } finally {
                log.close();
            }
        }
    }

    /** Discards lanes that can't be read any more: the engine leaves the lane directory right after. */
    private void discard() {
        if (owner != null) {
            destination.discardDrained();
        }
    }
}
