package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Removal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The finished files of one log, in the order of their rolls: a window may only be shifted for the oldest first, so one that fails holds
 * up those behind it, but not other logs. {@link #submit} and {@link #stamp} belong to the drainer, the rest to the archiver.
 */
final class Archive {
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** What a step did. */
    enum Step {
        NOTHING,
        DONE,
        FAILED
    }

    private record Waiting(Finished finished, ArchiveNames places) {}

    private final Supplier<ArchiveNames> names;
    private final @Nullable Pruning pruning;
    private final Archiver archiver;
    private final Consumer<Finding> findings;
    private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();

    private List<Removal> removals = List.of();
    private long lastStamp;
    private volatile @Nullable Path active;
    private volatile boolean pruneNow;
    private volatile boolean retired;
    /** Held during a step, so that retiring can wait for its end. */
    private final Object working = new Object();

    private long nextAttemptNanos;
    private long waitNanos;
    private boolean failing;

    Archive(Supplier<ArchiveNames> names, @Nullable Pruning pruning, Archiver archiver, Consumer<Finding> findings) {
        this.names = names;
        this.pruning = pruning;
        this.archiver = archiver;
        this.findings = findings;
    }

    /** Deletes these after each file that is put away; before the first one. */
    Archive removing(List<Removal> ordered) {
        removals = ordered;
        return this;
    }

    /** What a former process left, and where it goes; oldest first, and before the first {@link #submit}. */
    void resume(Finished left, ArchiveNames places) {
        lastStamp = Math.max(lastStamp, RolledName.stampAfter(left.stampMillis()));
        add(left, places);
    }

    /** What a former process left, to go where the log's own files go. */
    void resume(Finished left) {
        resume(left, names.get());
    }

    /** Milliseconds of a roll, but later than that of every roll before, even when the clock was set back. */
    long stamp(long epochNanos) {
        lastStamp = Math.max(TimeUnit.NANOSECONDS.toMillis(epochNanos), lastStamp + 1);
        return lastStamp;
    }

    /** The file that is written now must not be pruned. */
    void active(Path file) {
        active = file;
    }

    void submit(Finished finished) {
        archiver.rolled();
        add(finished, names.get());
        archiver.wake();
    }

    /**
     * Leaves what is waiting to whoever opens the log next, which may be another process, and at once: when this returns, the archiver
     * doesn't touch the log's files any more. Waits for the step in progress; a compression gives up at its next chunk.
     */
    void retire() {
        retired = true;
        synchronized (working) {
            queue.clear();
            waiting.set(0);
        }
    }

    /** Null before the first one is known. */
    @Nullable
    Path active() {
        return active;
    }

    boolean isOver() {
        return retired;
    }

    private boolean givesUp() {
        return retired || archiver.givesUp();
    }

    void pruneSoon() {
        pruneNow = true;
    }

    private void add(Finished finished, ArchiveNames places) {
        waiting.incrementAndGet();
        queue.add(new Waiting(dated(finished, places), places));
    }

    /** What was rolled without periods, and goes where there are some, is of the one that it was rolled in. */
    private static Finished dated(Finished finished, ArchiveNames places) {
        Periods periods = finished.periodMillis() == 0 ? places.pattern().periods() : null;
        return periods == null
                ? finished
                : new Finished(
                        finished.file(),
                        finished.stampMillis(),
                        periods.start(finished.stampMillis()),
                        finished.index());
    }

    long backlog() {
        return waiting.get();
    }

    /** Puts at most one file away. */
    Step step(long nowNanos, PuttingAway puttingAway) {
        synchronized (working) {
            return retired ? Step.NOTHING : stepWorking(nowNanos, puttingAway);
        }
    }

    private Step stepWorking(long nowNanos, PuttingAway puttingAway) {
        if (pruneNow) {
            pruneNow = false;
            prune(TimeUnit.NANOSECONDS.toMillis(nowNanos));
        }
        Waiting next = queue.peek();
        // A clock that was set back doesn't prolong the wait.
        if (next == null || (nowNanos < nextAttemptNanos && nextAttemptNanos - nowNanos <= waitNanos)) {
            return Step.NOTHING;
        }
        try {
            puttingAway.run(next.finished(), next.places(), this::givesUp);
        } catch (InterruptedIOException e) {
            return Step.NOTHING;
        } catch (IOException e) {
            retryLater(next, e, nowNanos);
            return Step.FAILED;
        } catch (RuntimeException e) {
            // Such as a security manager's refusal: the thread must live on for the other logs.
            retryLater(next, new IOException(e), nowNanos);
            return Step.FAILED;
        }
        queue.remove();
        waiting.decrementAndGet();
        failing = false;
        waitNanos = 0;
        nextAttemptNanos = 0;
        if (next.places().pattern().compression() != Compression.NONE) {
            archiver.compressed();
        }
        // Stamps never go back. By those of a clock that was ahead for a while, each new archive would be too old.
        prune(Math.min(next.finished().stampMillis(), TimeUnit.NANOSECONDS.toMillis(nowNanos)));
        removeAsOrdered(next, TimeUnit.NANOSECONDS.toMillis(nowNanos));
        return Step.DONE;
    }

    private void retryLater(Waiting next, IOException e, long nowNanos) {
        if (!failing) {
            failing = true;
            boolean compressing = next.places().pattern().compression() != Compression.NONE;
            findings.accept(FileFindings.archivingFailed(next.finished().file(), compressing, e));
        }
        waitNanos = Math.min(LONGEST_WAIT_NANOS, Math.max(FIRST_WAIT_NANOS, waitNanos * 2));
        nextAttemptNanos = nowNanos + waitNanos;
    }

    private void removeAsOrdered(Waiting done, long nowMillis) {
        Set<Path> written = archiver.active();
        if (done.finished().inPlace() && done.places() instanceof NumberedNames numbered) {
            try {
                numbered.deleteBeyond(done.finished().periodMillis(), written);
            } catch (IOException e) {
                findings.accept(
                        FileFindings.pruningFailed(Path.of(names.get().pattern().root()), e));
            }
        }
        for (Removal removal : removals) {
            Removing.run(removal, nowMillis, written, findings);
        }
    }

    private void prune(long nowMillis) {
        if (pruning == null) {
            return;
        }
        Path written = active;
        try {
            pruning.run(nowMillis, written == null ? Set.of() : Set.of(written), findings);
        } catch (IOException e) {
            findings.accept(
                    FileFindings.pruningFailed(Path.of(names.get().pattern().root()), e));
        }
    }
}
