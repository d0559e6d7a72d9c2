package dev.tailrace.engine.sink.archive;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.member.MemberFile;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.Periods;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The finished files of one log, in the order of their rolls: one that can't be made what it shall be holds up those behind it, but not
 * other logs. {@link #resume}, {@link #roll}, {@link #submit} and {@link #stamp} belong to the drainer, the rest to the archiver; they
 * meet on the {@link Shelf}. What is deleted of them: {@link Deletions}.
 */
public final class Archive {
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_ATTEMPTS = 100;

    /** What a step did. */
    public enum Step {
        NOTHING,
        DONE,
        FAILED
    }

    private final Supplier<ArchiveNames> names;
    /** Whether files are compressed as their names say, or stay as they are. */
    private final boolean isRolled;
    /** Below which files wait that can't be renamed to their places; null: these are there, too. */
    private final @Nullable Path beside;

    private final Archiver archiver;
    private final Consumer<Finding> findings;
    private final Shelf shelf;
    private final Deletions deletions;

    private long lastStamp;
    /** By the drainer only: it was seen that files can't be renamed to their places. */
    private boolean elsewhere;

    private volatile @Nullable Path active;
    private volatile boolean retired;
    /** Held during a step, so that retiring can wait for its end. */
    private final Object working = new Object();

    private long nextAttemptNanos;
    private long waitNanos;
    private boolean failing;

    private Archive(
            Supplier<ArchiveNames> names,
            @Nullable Compression compression,
            @Nullable Path beside,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        this.names = names;
        this.isRolled = compression != null;
        this.beside = beside;
        this.archiver = archiver;
        this.findings = findings;
        this.shelf = new Shelf(compression == null ? Compression.NONE : compression, archiver::did);
        this.deletions = new Deletions(names, isRolled, pruning, this::spared, archiver, shelf, findings);
    }

    /** The archive of a log that is rolled. {@code directory}: that of the file that is written; null: it has the names of finished files. */
    public static Archive of(
            ArchiveNames names,
            @Nullable Path directory,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        FileNamePattern pattern = names.pattern();
        Path root = Path.of(pattern.root()).toAbsolutePath().normalize();
        boolean together = root.equals(directory) && pattern.depth() == 0;
        Path beside = together ? null : directory;
        return new Archive(() -> names, pattern.compression(), beside, pruning, archiver, findings);
    }

    /** The archive of a log that isn't rolled, for what can't stay in its file. Such files are kept as they are. */
    public static Archive ofUnrolled(Supplier<ArchiveNames> names, Archiver archiver, Consumer<Finding> findings) {
        return new Archive(names, null, null, null, archiver, findings);
    }

    /** Leaves alone what former processes wanted to delete: of many logs with one directory, each would list all of it. */
    public Archive withoutSweep() {
        deletions.withoutSweep();
        return this;
    }

    /** Deletes these after each file that is put away; before the first one. */
    public Archive removing(List<DeleteRule> ordered) {
        deletions.ordered(ordered);
        return this;
    }

    /**
     * What former processes left: hidden files about rolled ones, oldest first. Before the first {@link #submit}. What can't be gone on with
     * is a finding, and keeps no log from being opened.
     *
     * @param isOwn whether the same rolling made it; what another one rolled stays where it is
     */
    public void resume(List<RolledName.Stamps> notes, Predicate<Path> isOwn, Path log) throws IOException {
        NotedFiles files = new NotedFiles(log);
        for (RolledName.Stamps each : notes) {
            lastStamp = Math.max(lastStamp, RolledName.stampAfter(each.stampMillis()));
            try {
                if (RolledNote.isTrusted(each.note())) {
                    synchronized (shelf) {
                        resume(each, isOwn.test(each.note()), files, log);
                    }
                }
            } catch (IOException e) {
                findings.accept(FileFindings.archivingFailed(each.note(), false, e));
            }
        }
    }

    private void resume(RolledName.Stamps left, boolean own, NotedFiles files, Path log) throws IOException {
        RolledNote note = RolledNote.read(left.note());
        if (note == null && RolledNote.isUnfinished(left.note())) {
            Files.delete(left.note());
            return;
        }
        if (note == null) {
            // The file itself, which earlier versions hid.
            adopt(left.note(), left.stampMillis(), left.periodMillis());
            return;
        }
        Path path = isExpected(note.file(), own, log) ? files.find(note) : null;
        if (path == null) {
            RolledNote.delete(left.note());
        } else if (Shelf.isTrash(path)) {
            note.forcePlace();
            shelf.addTrash(path);
            RolledNote.delete(left.note());
        } else if (note.placeOf(path) != null) {
            note.forcePlace();
            shelf.remove(path);
            RolledNote.delete(left.note());
        } else {
            RolledFile file = new RolledFile(
                    path,
                    left.stampMillis(),
                    left.periodMillis(),
                    note.wanted(),
                    own ? names.get() : null,
                    note.elsewhere() && own,
                    RolledFile.name(note.file()),
                    own ? note.temporary() : ArchiveTransaction.temporary(left.note()),
                    note.identity(),
                    left.note());
            shelf.add(file);
            shelf.ready(file);
        }
    }

    /** A note may name only what the log's own rolling makes, or what lies beside the log: anybody can have written it. */
    private boolean isExpected(Path file, boolean own, Path log) {
        Path directory = log.getParent();
        Path normal = file.toAbsolutePath().normalize();
        Path root = Path.of(names.get().pattern().root()).toAbsolutePath().normalize();
        return (directory != null && normal.startsWith(directory)) || (own && normal.startsWith(root));
    }

    private void adopt(Path hidden, long stampMillis, long periodMillis) throws IOException {
        shelf.ready(roll(hidden, MemberFile.format(hidden), null, stampMillis, periodMillis));
    }

    /** What was rolled without periods, and goes where there are some, is of the one that it was rolled in. */
    private long dated(long stampMillis, long periodMillis) {
        Periods periods = periodMillis == 0 ? names.get().pattern().periods() : null;
        return periods == null ? periodMillis : periods.start(stampMillis);
    }

    /** A file of a former process that has its name and is to be compressed; as {@link #resume}. */
    public void resume(RolledFile left) {
        lastStamp = Math.max(lastStamp, RolledName.stampAfter(left.stampMillis()));
        synchronized (shelf) {
            shelf.add(left);
            shelf.ready(left);
        }
    }

    /** What a former process wanted to delete. */
    public void resumeTrash(Path hidden) {
        synchronized (shelf) {
            shelf.addTrash(hidden);
        }
    }

    /** Milliseconds of a roll, but later than that of every roll before, even when the clock was set back. */
    public long stamp(long epochNanos) {
        lastStamp = Math.max(TimeUnit.NANOSECONDS.toMillis(epochNanos), lastStamp + 1);
        return lastStamp;
    }

    /** The file that is written now must not be pruned. */
    public void active(Path file) {
        active = file;
    }

    /**
     * Gives a finished file its visible name, by renames only: those that free the name, and its own. The archiver leaves it alone until it
     * is {@linkplain #submit submitted}.
     *
     * @param form of what is in it, which its name says until it is as it shall stay
     * @param note of a name that {@link RolledName} can read; null: later processes needn't know of it
     */
    public RolledFile roll(Path written, Compression form, @Nullable Path note, long stampMillis, long periodMillis)
            throws IOException {
        long period = dated(stampMillis, periodMillis);
        synchronized (shelf) {
            if (beside == null || (!elsewhere && !shelf.hasElsewhere())) {
                try {
                    Path place = FileMover.free(names.get().place(period, shelf), form.suffix());
                    FileMover.makeDirectory(place);
                    return rename(written, place, form, note, stampMillis, period, false);
                } catch (IOException e) {
                    if (beside == null) {
                        throw e;
                    }
                    elsewhere |= e instanceof AtomicMoveNotSupportedException;
                }
            }
            Path place = reserved(beside, form, period);
            try {
                return rename(written, place, form, note, stampMillis, period, true);
            } catch (IOException e) {
                Files.deleteIfExists(place);
                throw e;
            }
        }
    }

    /** A name beside the log that no other log's drainer can take: an empty file has it already. */
    private Path reserved(Path directory, Compression form, long period) throws IOException {
        for (int attempts = 1; ; attempts++) {
            Path place = FileMover.free(names.get().beside(directory, period, shelf), form.suffix());
            FileMover.makeDirectory(place);
            try {
                return Files.createFile(place);
            } catch (FileAlreadyExistsException e) {
                // By another log, just now.
                if (attempts == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private RolledFile rename(
            Path written, Path place, Compression form, @Nullable Path note, long stamp, long period, boolean waits)
            throws IOException {
        ArchiveNames own = names.get();
        Compression wanted = isRolled ? own.pattern().compression() : form;
        Path named = note == null ? place : note;
        Path temporary = ArchiveTransaction.temporary(
                waits
                        ? Path.of(own.pattern().root())
                                .toAbsolutePath()
                                .normalize()
                                .resolve(named.getFileName())
                        : place.resolveSibling(named.getFileName()));
        long identity = FileIdentity.of(written);
        boolean isLeft = waits || form != Compression.NONE || wanted != Compression.NONE;
        Path noted = isLeft ? note : null;
        if (noted != null) {
            writeNote(noted, written, place, wanted, waits, temporary);
        }
        archiver.did("roll: before the rename");
        try {
            if (waits) {
                Files.move(written, place, StandardCopyOption.ATOMIC_MOVE);
            } else {
                FileMover.move(written, place);
            }
        } catch (IOException e) {
            if (noted != null) {
                Files.deleteIfExists(noted);
            }
            throw e;
        }
        archiver.did("roll: renamed");
        RolledFile file = new RolledFile(
                place, stamp, period, wanted, own, waits, RolledFile.name(place), temporary, identity, noted);
        shelf.add(file);
        return file;
    }

    /** The same for a file that was written under the name it keeps, {@code base}: nothing is renamed. */
    public RolledFile rollInPlace(Path file, Path base, long stampMillis, long periodMillis) throws IOException {
        RolledFile finished =
                RolledFile.inPlace(file, base, stampMillis, periodMillis, names.get(), FileIdentity.of(file));
        synchronized (shelf) {
            shelf.add(finished);
        }
        return finished;
    }

    /**
     * A full disk must not keep the log from being rolled. The archiver tries again before it does anything with the file; if this process
     * dies before, the file stays as it is.
     */
    private static void writeNote(
            Path note, Path written, Path place, Compression wanted, boolean waits, Path temporary) throws IOException {
        try {
            RolledNote.write(note, written, place, wanted, waits, temporary);
        } catch (IOException e) {
            Files.deleteIfExists(note);
        }
    }

    /** Hands a finished file to the archiver: nothing is written to it any more. */
    public void submit(RolledFile file) {
        archiver.rolled();
        synchronized (shelf) {
            shelf.ready(file);
        }
        archiver.wake();
    }

    /**
     * Leaves what is waiting to the process that opens the log next, and at once: when this returns, the archiver
     * doesn't touch the log's files any more. Waits for the step in progress; a compression gives up at its next chunk.
     */
    public void retire() {
        retired = true;
        synchronized (working) {
            synchronized (shelf) {
                shelf.noteAll();
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

    public void pruneSoon() {
        deletions.pruneSoon();
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
    public boolean isFinished() {
        return shelf.isFinished();
    }

    /** Makes at most one file what it shall be. */
    Step step(long nowNanos, ArchiveTransaction transaction) {
        synchronized (working) {
            if (retired) {
                return Step.NOTHING;
            }
            deletions.sweep();
            Step step = stepWorking(nowNanos, transaction);
            deletions.deleteTrash();
            return step;
        }
    }

    private Step stepWorking(long nowNanos, ArchiveTransaction transaction) {
        long nowMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos);
        deletions.pruneIfAsked(nowMillis);
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
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError | LinkageError e) {
            // Such as a security manager's refusal, or a compressor that asks for more memory than there is: the
            // thread must live on for the other logs.
            retryLater(next, new IOException(e), nowNanos);
            return Step.FAILED;
        }
        synchronized (shelf) {
            // It counts as one that waits until what follows from it is done.
            shelf.end(next);
        }
        failing = false;
        waitNanos = 0;
        nextAttemptNanos = 0;
        if (next.wanted() != Compression.NONE) {
            archiver.compressed();
        }
        // Stamps never go back. By those of a clock that was ahead for a while, each new archive would be too old.
        deletions.prune(Math.min(next.stampMillis(), nowMillis));
        deletions.deleteAsOrdered(next, nowMillis);
        synchronized (shelf) {
            shelf.count();
        }
        return Step.DONE;
    }

    private void retryLater(RolledFile next, IOException e, long nowNanos) {
        if (next.places() == null) {
            // From another rolling, or in a format that this process hasn't: a later one may, and ours must not wait
            // for it.
            synchronized (shelf) {
                shelf.end(next);
                shelf.count();
            }
        }
        if (!failing || next.places() == null) {
            failing |= next.places() != null;
            boolean compressing = next.wanted() != Compression.NONE;
            findings.accept(FileFindings.archivingFailed(next.path(), compressing, e));
        }
        if (next.places() == null) {
            return;
        }
        waitNanos = Math.min(LONGEST_WAIT_NANOS, Math.max(FIRST_WAIT_NANOS, waitNanos * 2));
        nextAttemptNanos = nowNanos + waitNanos;
    }

    /** What must not be pruned. */
    private Set<Path> spared() {
        Set<Path> spared = waiting();
        Path written = active;
        if (written != null) {
            spared.add(written);
        }
        return spared;
    }
}
