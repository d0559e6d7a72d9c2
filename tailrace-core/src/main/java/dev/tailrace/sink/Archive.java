package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Removal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The finished files of one log, in the order of their rolls: one that can't be made what it shall be holds up those behind it, but not
 * other logs. {@link #resume}, {@link #roll}, {@link #submit} and {@link #stamp} belong to the drainer, the rest to the archiver; they
 * meet on the {@link Shelf}.
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

    private final Supplier<ArchiveNames> names;
    /** Whether files are compressed as their names say, or stay as they are. */
    private final boolean isRolled;
    /** Where files wait that can't be renamed to their places; null: there is no such place. */
    private final @Nullable ArchiveNames beside;

    private final @Nullable Pruning pruning;
    private final Archiver archiver;
    private final Consumer<Finding> findings;
    private final Shelf shelf;

    private List<Removal> removals = List.of();
    private long lastStamp;
    /** By the drainer only: it was seen that files can't be renamed to their places. */
    private boolean elsewhere;

    private volatile @Nullable Path active;
    private volatile boolean pruneNow;
    private volatile boolean retired;
    /** Held during a step, so that retiring can wait for its end. */
    private final Object working = new Object();

    private boolean swept;
    private long nextAttemptNanos;
    private long waitNanos;
    private boolean failing;

    private Archive(
            Supplier<ArchiveNames> names,
            @Nullable Compression compression,
            @Nullable ArchiveNames beside,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        this.names = names;
        this.isRolled = compression != null;
        this.beside = beside;
        this.pruning = pruning;
        this.archiver = archiver;
        this.findings = findings;
        this.shelf = new Shelf(compression == null ? Compression.NONE : compression, archiver::did);
    }

    /** Of a log that is rolled. {@code directory}: of the file that is written; null: it has the names of finished files. */
    static Archive of(
            ArchiveNames names,
            @Nullable Path directory,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        FileNamePattern pattern = names.pattern();
        Path root = Path.of(pattern.root()).toAbsolutePath().normalize();
        ArchiveNames beside =
                directory == null || (root.equals(directory) && pattern.depth() == 0) ? null : names.below(directory);
        return new Archive(() -> names, pattern.compression(), beside, pruning, archiver, findings);
    }

    /** Of a log that isn't rolled, for what can't stay in its file. Such files are kept as they are. */
    static Archive ofUnrolled(Supplier<ArchiveNames> names, Archiver archiver, Consumer<Finding> findings) {
        return new Archive(names, null, null, null, archiver, findings);
    }

    /** Deletes these after each file that is put away; before the first one. */
    Archive removing(List<Removal> ordered) {
        removals = ordered;
        return this;
    }

    /**
     * A hidden file about a rolled one that a former process left; oldest first, and before the first {@link #submit}.
     *
     * @param own whether the same rolling made it; one of another rolling stays where it is
     */
    void resume(Path note, long stampMillis, long periodMillis, boolean own) throws IOException {
        lastStamp = Math.max(lastStamp, RolledName.stampAfter(stampMillis));
        synchronized (shelf) {
            RolledNote left = RolledNote.read(note);
            if (left == null) {
                if (!RolledNote.isUnfinished(note)) {
                    // Not a note but the file itself, which earlier versions hid.
                    adopt(note, stampMillis, periodMillis);
                    return;
                }
                Files.delete(note);
                return;
            }
            Path path = find(left);
            if (path != null && Shelf.isTrash(path)) {
                shelf.addTrash(path);
                RolledNote.delete(note);
            } else if (path == null) {
                RolledNote.delete(note);
            } else if (left.isPlaced(path)) {
                shelf.remove(path);
                RolledNote.delete(note);
            } else {
                boolean waits = left.elsewhere() && own;
                RolledFile file = new RolledFile(
                        path, stampMillis, periodMillis, left.wanted(), own ? names.get() : null, waits, note);
                shelf.add(file);
                shelf.ready(file);
            }
        }
    }

    private void adopt(Path hidden, long stampMillis, long periodMillis) throws IOException {
        shelf.ready(roll(hidden, MemberFile.format(hidden), null, stampMillis, periodMillis));
    }

    /** What was rolled without periods, and goes where there are some, is of the one that it was rolled in. */
    private long dated(long stampMillis, long periodMillis) {
        Periods periods = periodMillis == 0 ? names.get().pattern().periods() : null;
        return periods == null ? periodMillis : periods.start(stampMillis);
    }

    /** What the file is called now: it may have been shifted. Null when it isn't there any more. */
    private static @Nullable Path find(RolledNote left) throws IOException {
        Path file = left.file();
        Path directory = file.getParent();
        if (is(left, file)) {
            return file;
        }
        if (left.identity() == 0 || directory == null || !Files.isDirectory(directory)) {
            return null;
        }
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(directory)) {
            for (Path each : siblings) {
                boolean isSeen = !String.valueOf(each.getFileName()).startsWith(".");
                if ((isSeen || Shelf.isTrash(each)) && is(left, each)) {
                    return each;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return null;
    }

    private static boolean is(RolledNote left, Path path) throws IOException {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && (left.identity() == 0 || FileIdentity.of(path) == left.identity());
    }

    /** A file of a former process that has its name and is to be compressed; as {@link #resume}. */
    void resume(RolledFile left) {
        lastStamp = Math.max(lastStamp, RolledName.stampAfter(left.stampMillis()));
        synchronized (shelf) {
            shelf.add(left);
            shelf.ready(left);
        }
    }

    /** What a former process wanted to delete. */
    void resumeTrash(Path hidden) {
        synchronized (shelf) {
            shelf.addTrash(hidden);
        }
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

    /**
     * Gives a finished file its visible name, by renames only: those that free the name, and its own. The archiver leaves it alone until it
     * is {@linkplain #submit submitted}.
     *
     * @param form of what is in it, which its name says until it is as it shall stay
     * @param note of a name that {@link RolledName} can read; null: later processes needn't know of it
     */
    RolledFile roll(Path written, Compression form, @Nullable Path note, long stampMillis, long periodMillis)
            throws IOException {
        long period = dated(stampMillis, periodMillis);
        synchronized (shelf) {
            ArchiveNames waiting = beside;
            if (waiting == null || (!elsewhere && !shelf.hasElsewhere())) {
                try {
                    return roll(written, form, note, stampMillis, period, names.get(), false);
                } catch (IOException e) {
                    if (waiting == null) {
                        throw e;
                    }
                    elsewhere |= e instanceof AtomicMoveNotSupportedException;
                }
            }
            return roll(written, form, note, stampMillis, period, waiting, true);
        }
    }

    private RolledFile roll(
            Path written,
            Compression form,
            @Nullable Path note,
            long stamp,
            long period,
            ArchiveNames places,
            boolean waits)
            throws IOException {
        ArchiveNames own = names.get();
        Compression wanted = isRolled ? own.pattern().compression() : form;
        Path place = FileMover.free(places.place(period, shelf), form.suffix());
        FileMover.makeDirectory(place);
        boolean isLeft = waits || form != Compression.NONE || wanted != Compression.NONE;
        Path noted = isLeft && note != null && noted(note, written, place, wanted, waits) ? note : null;
        archiver.did("roll: before the rename");
        try {
            FileMover.move(written, place);
        } catch (IOException e) {
            if (noted != null) {
                Files.deleteIfExists(noted);
            }
            throw e;
        }
        archiver.did("roll: renamed");
        RolledFile file = new RolledFile(place, stamp, period, wanted, own, waits, noted);
        shelf.add(file);
        return file;
    }

    /** The same for a file that was written under the name it keeps, {@code base}: nothing is renamed. */
    RolledFile rollInPlace(Path file, Path base, long stampMillis, long periodMillis) {
        RolledFile finished = RolledFile.inPlace(file, base, stampMillis, periodMillis, names.get());
        synchronized (shelf) {
            shelf.add(finished);
        }
        return finished;
    }

    /** Without it, as on a full disk, a later process leaves the file as it is; it must not keep the log from being rolled. */
    private static boolean noted(Path note, Path written, Path place, Compression wanted, boolean waits) {
        try {
            RolledNote.write(note, written, place, wanted, waits);
            return true;
        } catch (IOException e) {
            try {
                Files.deleteIfExists(note);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            return false;
        }
    }

    /** Hands a finished file to the archiver: nothing is written to it any more. */
    void submit(RolledFile file) {
        archiver.rolled();
        synchronized (shelf) {
            shelf.ready(file);
        }
        archiver.wake();
    }

    /**
     * Leaves what is waiting to whoever opens the log next, which may be another process, and at once: when this returns, the archiver
     * doesn't touch the log's files any more. Waits for the step in progress; a compression gives up at its next chunk.
     */
    void retire() {
        retired = true;
        synchronized (working) {
            synchronized (shelf) {
                shelf.clear();
            }
        }
    }

    /** Null before the first one is known. */
    @Nullable
    Path active() {
        return active;
    }

    /** Files that wait, under the names they have now: they must be neither counted nor deleted. */
    Set<Path> waiting() {
        synchronized (shelf) {
            return shelf.waiting();
        }
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

    long backlog() {
        return shelf.backlog();
    }

    /** Says what is left undone, at the end of the process. */
    void reportWaiting() {
        RolledFile oldest;
        int files;
        synchronized (shelf) {
            oldest = shelf.next();
            files = shelf.backlog();
        }
        Path log = active;
        if (oldest != null && log != null) {
            findings.accept(FileFindings.notCompressed(log, files, oldest.path(), oldest.isElsewhere()));
        }
    }

    /** Whether all finished files are as they shall stay. */
    boolean isFinished() {
        return shelf.isFinished();
    }

    /** Makes at most one file what it shall be. */
    Step step(long nowNanos, ArchiveTransaction transaction) {
        synchronized (working) {
            if (retired) {
                return Step.NOTHING;
            }
            sweep();
            Step step = stepWorking(nowNanos, transaction);
            deleteTrash();
            return step;
        }
    }

    private Step stepWorking(long nowNanos, ArchiveTransaction transaction) {
        if (pruneNow) {
            pruneNow = false;
            prune(TimeUnit.NANOSECONDS.toMillis(nowNanos));
        }
        RolledFile next;
        synchronized (shelf) {
            next = shelf.next();
        }
        // A clock that was set back doesn't prolong the wait.
        if (next == null || (nowNanos < nextAttemptNanos && nextAttemptNanos - nowNanos <= waitNanos)) {
            return Step.NOTHING;
        }
        try {
            transaction.run(next, shelf, this::givesUp);
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
        synchronized (shelf) {
            shelf.end(next);
        }
        failing = false;
        waitNanos = 0;
        nextAttemptNanos = 0;
        if (next.wanted() != Compression.NONE) {
            archiver.compressed();
        }
        // Stamps never go back. By those of a clock that was ahead for a while, each new archive would be too old.
        prune(Math.min(next.stampMillis(), TimeUnit.NANOSECONDS.toMillis(nowNanos)));
        removeAsOrdered(next, TimeUnit.NANOSECONDS.toMillis(nowNanos));
        return Step.DONE;
    }

    private void retryLater(RolledFile next, IOException e, long nowNanos) {
        if (!failing) {
            failing = true;
            boolean compressing = next.wanted() != Compression.NONE;
            findings.accept(FileFindings.archivingFailed(next.path(), compressing, e));
        }
        waitNanos = Math.min(LONGEST_WAIT_NANOS, Math.max(FIRST_WAIT_NANOS, waitNanos * 2));
        nextAttemptNanos = nowNanos + waitNanos;
    }

    /** What a former process wanted to delete, in the directories of finished files; once. */
    private void sweep() {
        if (swept || beside == null) {
            return;
        }
        swept = true;
        try {
            for (Path file : ArchiveScan.files(names.get().pattern())) {
                if (Shelf.isTrash(file)) {
                    resumeTrash(file);
                }
            }
        } catch (IOException e) {
            // It is in nobody's way.
            return;
        }
    }

    private void deleteTrash() {
        List<Path> trash;
        synchronized (shelf) {
            trash = shelf.takeTrash();
        }
        for (Path each : trash) {
            try {
                Files.deleteIfExists(each);
            } catch (IOException e) {
                findings.accept(FileFindings.pruningFailed(each, e));
            }
        }
        synchronized (shelf) {
            shelf.trashDeleted();
        }
    }

    private void removeAsOrdered(RolledFile done, long nowMillis) {
        Set<Path> written = archiver.active();
        ArchiveNames places = names.get();
        if (done.isInPlace() && places instanceof NumberedNames numbered) {
            synchronized (shelf) {
                try {
                    numbered.deleteBeyond(done.periodMillis(), written, shelf);
                } catch (IOException e) {
                    findings.accept(
                            FileFindings.pruningFailed(Path.of(places.pattern().root()), e));
                }
            }
        }
        for (Removal removal : removals) {
            Removing.run(removal, nowMillis, written, archiver.waiting(), shelf, findings);
        }
    }

    private void prune(long nowMillis) {
        if (pruning == null) {
            return;
        }
        try {
            List<Path> old;
            if (names.get() instanceof NumberedNames) {
                // The drainer may shift these: what was found must be done before.
                synchronized (shelf) {
                    old = pruning.tooOld(nowMillis, spared());
                    old.forEach(this::remove);
                }
            } else {
                old = pruning.tooOld(nowMillis, spared());
                old.forEach(this::remove);
            }
            deleteTrash();
            for (Path each : old) {
                pruning.deleteEmptyDirectories(each);
            }
        } catch (IOException e) {
            findings.accept(
                    FileFindings.pruningFailed(Path.of(names.get().pattern().root()), e));
        }
    }

    private Set<Path> spared() {
        Set<Path> spared = waiting();
        Path written = active;
        if (written != null) {
            spared.add(written);
        }
        return spared;
    }

    private void remove(Path file) {
        synchronized (shelf) {
            try {
                shelf.remove(file);
            } catch (IOException e) {
                findings.accept(FileFindings.pruningFailed(file, e));
            }
        }
    }
}
