package dev.tailrace.engine.sink.archive;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rolled files of one log, in the order of their rolls. A file that can't be archived holds up the later files of its log, but not
 * other logs. {@link #resume}, {@link #roll} and {@link #submit} belong to the drainer, the rest to the archiver; they
 * share the {@link Shelf}. {@link Deletions} deletes old files.
 */
public final class Archive {
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_ATTEMPTS = 100;
    /** How long a step in progress is waited for: it forces a file to disk, or hangs. */
    private static final long RETIRE_SECONDS = 5;

    /** The result of a step. */
    public enum Step {
        NOTHING,
        DONE,
        FAILED
    }

    /** Null without rolling: then there are only files that another rolling left. */
    private final @Nullable ArchiveNames names;
    /** The directory where files wait that can't be renamed to their places; null: their places are there, too. */
    private final @Nullable Path beside;

    private final Archiver archiver;
    private final Consumer<Finding> findings;
    /** The names of the rolled files; empty: there are none. */
    private final String pattern;

    private final Shelf shelf;
    private final Deletions deletions;

    private long lastStamp;
    /** For the drainer only: files were found that can't be renamed to their places. */
    private boolean elsewhere;

    private volatile @Nullable Path active;
    private volatile boolean retired;
    /** Held during a step, so that retiring can wait for its end. */
    private final ReentrantLock working = new ReentrantLock();

    private long nextAttemptNanos;
    private long waitNanos;
    private boolean failing;

    private Archive(
            @Nullable ArchiveNames names,
            @Nullable Path beside,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        this.names = names;
        this.beside = beside;
        this.archiver = archiver;
        this.findings = findings;
        this.pattern = names == null
                ? ""
                : names.pattern().root() + names.pattern().plain().textBelowRoot();
        this.shelf = names == null
                ? new Shelf(Compression.NONE, archiver::did)
                : new Shelf(names.pattern().compression(), archiver::did, archiver.together(pattern));
        this.deletions = new Deletions(names, pruning, this::spared, archiver, shelf, findings);
    }

    /** The archive of a rolled log. {@code directory}: the active file's; null: the active file has a rolled file's name. */
    public static Archive of(
            ArchiveNames names,
            @Nullable Path directory,
            @Nullable Pruning pruning,
            Archiver archiver,
            Consumer<Finding> findings) {
        FileNamePattern pattern = names.pattern();
        boolean together = root(names).equals(directory) && pattern.depth() == 0;
        Path beside = together ? null : directory;
        return new Archive(names, beside, pruning, archiver, findings);
    }

    /** The archive of a log without rolling, for the files that another rolling left. */
    public static Archive ofUnrolled(Archiver archiver, Consumer<Finding> findings) {
        return new Archive(null, null, null, archiver, findings);
    }

    /** Skips the search for files that former processes wanted to delete: many logs in one directory would each list all of it. */
    public Archive withoutSweep() {
        deletions.withoutSweep();
        return this;
    }

    /** Sets the rules of files to delete after each archived file; call before the first file. */
    public Archive deleting(List<DeleteRule> ordered) {
        deletions.ordered(ordered);
        return this;
    }

    /**
     * Resumes former processes' work from their notes about rolled files, oldest first. Before the first {@link #submit}. Work that can't
     * be resumed is a finding, and keeps no log from being opened.
     *
     * @param isOwn whether this log's rolling made the file; other rollings' files stay where they are
     */
    public void resume(List<RolledName.Stamps> notes, Predicate<Path> isOwn, Path log) throws IOException {
        NotedFiles files = new NotedFiles(log);
        for (RolledName.Stamps each : notes) {
            lastStamp = Math.max(lastStamp, RolledName.stampAfter(each.stampMillis()));
            try {
                if (RolledNote.isTrusted(each.note())) {
                    resume(each, isOwn.test(each.note()), files, log);
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
            return; // another program's
        }
        ArchiveNames places = own ? names : null;
        Path path = isExpected(note.file(), places, log) ? files.find(note) : null;
        if (path == null) {
            RolledNote.delete(left.note());
        } else if (Shelf.isTrash(path)) {
            note.forcePlace();
            resumeTrash(path);
            RolledNote.delete(left.note());
        } else if (note.placeOf(path) != null) {
            note.forcePlace();
            synchronized (shelf.guard()) {
                shelf.remove(path);
            }
            RolledNote.delete(left.note());
        } else {
            resume(new RolledFile(
                    path,
                    left.stampMillis(),
                    left.periodMillis(),
                    note.wanted(),
                    places,
                    note.elsewhere() && places != null,
                    RolledFile.name(note.file()),
                    places != null ? note.temporary() : ArchiveTransaction.temporary(left.note()),
                    note.identity(),
                    left.note()));
        }
    }

    /** Whether a note names a file that the log's own rolling makes, or one beside the log: other programs can write notes, too. */
    private static boolean isExpected(Path file, @Nullable ArchiveNames places, Path log) {
        Path directory = log.getParent();
        Path normal = file.toAbsolutePath().normalize();
        return (directory != null && normal.startsWith(directory))
                || (places != null && normal.startsWith(root(places)));
    }

    private static Path root(ArchiveNames places) {
        return Path.of(places.pattern().root()).toAbsolutePath().normalize();
    }

    private ArchiveNames places() {
        return Objects.requireNonNull(names, "not rolled");
    }

    /** A file that was rolled without periods, but whose place has periods, belongs to the period of its roll. */
    private static long dated(ArchiveNames places, long stampMillis, long periodMillis) {
        Periods periods = periodMillis == 0 ? places.pattern().periods() : null;
        return periods == null ? periodMillis : periods.start(stampMillis);
    }

    /** Resumes a former process's file that has its name and is to be compressed. */
    public void resume(RolledFile left) {
        lastStamp = Math.max(lastStamp, RolledName.stampAfter(left.stampMillis()));
        synchronized (shelf.guard()) {
            shelf.add(left);
            shelf.ready(left);
        }
    }

    /** Resumes a former process's deletion of a hidden file. */
    public void resumeTrash(Path hidden) {
        synchronized (shelf.guard()) {
            shelf.addTrash(hidden);
        }
    }

    /** The time of a roll in milliseconds, always later than every earlier roll's, even when the clock was set back. */
    private long stamp(long epochNanos) {
        lastStamp = Math.max(TimeUnit.NANOSECONDS.toMillis(epochNanos), lastStamp + 1);
        return lastStamp;
    }

    /** Sets the active file, which must not be pruned. */
    public void active(Path file) {
        active = file;
    }

    /**
     * Gives a rolled file its visible name, only by renames: first those that free the name, then its own. The archiver leaves the file
     * alone until it is {@linkplain #submit submitted}.
     *
     * @param origin of the rolling, for the name of the file's note
     */
    public RolledFile roll(Path written, String origin, long epochNanos, long periodMillis) throws IOException {
        long stampMillis = stamp(epochNanos);
        Path note = RolledName.of(written, stampMillis, periodMillis, origin);
        ArchiveNames places = places();
        long period = dated(places, stampMillis, periodMillis);
        synchronized (shelf.guard()) {
            if (beside == null || (!elsewhere && !shelf.hasElsewhere())) {
                try {
                    Path place = FileMover.free(places.place(period, shelf), "");
                    FileMover.makeDirectory(place);
                    return rename(written, place, note, stampMillis, period, false);
                } catch (IOException e) {
                    if (beside == null) {
                        throw e;
                    }
                    elsewhere |= e instanceof AtomicMoveNotSupportedException;
                }
            }
            Path place = reserved(beside, period);
            try {
                return rename(written, place, note, stampMillis, period, true);
            } catch (IOException e) {
                Files.deleteIfExists(place);
                throw e;
            }
        }
    }

    /** A name beside the log that no other log's drainer can take, because an empty file reserves it. */
    private Path reserved(Path directory, long period) throws IOException {
        for (int attempts = 1; ; attempts++) {
            Path place = FileMover.free(places().beside(directory, period, shelf), "");
            FileMover.makeDirectory(place);
            try {
                return Files.createFile(place);
            } catch (FileAlreadyExistsException e) {
                // Another log took the name just now.
                if (attempts == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private RolledFile rename(Path written, Path place, Path note, long stamp, long period, boolean waits)
            throws IOException {
        ArchiveNames own = places();
        Compression wanted = own.pattern().compression();
        Path temporary = ArchiveTransaction.temporary(
                waits ? root(own).resolve(note.getFileName()) : place.resolveSibling(note.getFileName()));
        long identity = FileIdentity.of(written);
        Path noted = waits || wanted != Compression.NONE ? note : null;
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

    /** Rolls a file that keeps the name under which it was written; it only makes way for a next file of the same name. */
    public RolledFile rollInPlace(Path written, Path next, long epochNanos, long periodMillis) throws IOException {
        long stampMillis = stamp(epochNanos);
        Path place = written;
        if (place.equals(next)) {
            // The name has no index, and the period goes on.
            place = FileMover.free(written, "");
            FileMover.move(written, place);
        }
        RolledFile finished =
                RolledFile.inPlace(place, written, stampMillis, periodMillis, places(), FileIdentity.of(place));
        synchronized (shelf.guard()) {
            shelf.add(finished);
        }
        return finished;
    }

    /**
     * Tries to write a note: a full disk must not keep the log from being rolled. The archiver tries again before it works on the file; if
     * this process dies before, the file stays as it is.
     */
    private static void writeNote(
            Path note, Path written, Path place, Compression wanted, boolean waits, Path temporary) throws IOException {
        try {
            RolledNote.write(note, written, place, wanted, waits, temporary);
        } catch (IOException e) {
            Files.deleteIfExists(note);
        }
    }

    /** Hands a rolled file to the archiver; the drainer writes nothing more to it. {@code next}: the active file. */
    public void submit(RolledFile file, Path next) {
        active = next;
        synchronized (shelf.guard()) {
            shelf.ready(file);
        }
        archiver.wake();
    }

    /**
     * Leaves waiting files to the process that opens the log next. When this method returns, the archiver doesn't touch the log's files any
     * more. Waits for the step in progress, as long as steps can take; a compression gives up at its next chunk.
     */
    public void retire() {
        retired = true;
        boolean idle = isIdle();
        try {
            List<RolledFile> left;
            synchronized (shelf.guard()) {
                left = shelf.clear();
            }
            // A file that the archiver still works on has its note.
            left.stream().filter(file -> idle || !file.isWorking()).forEach(Archive::note);
        } finally {
            if (idle) {
                working.unlock();
            }
        }
    }

    /** Whether no step is in progress, and none begins until {@link #working} is unlocked. */
    private boolean isIdle() {
        boolean interrupted = Thread.interrupted();
        try {
            return working.tryLock(RETIRE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes a missing note, for instance after a full disk, if there is room. */
    private static void note(RolledFile file) {
        try {
            if (!file.isInPlace()) {
                RolledNote.require(file);
            }
        } catch (IOException e) {
            // The file stays as it is.
            return;
        }
    }

    String pattern() {
        return pattern;
    }

    List<Shelf> together() {
        return shelf.together();
    }

    /** The active file; null before the first one is known. */
    @Nullable
    Path active() {
        return active;
    }

    /** The present names of waiting files, which must be neither counted nor deleted. */
    Set<Path> waiting() {
        synchronized (shelf.guard()) {
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

    /** Reports unfinished files, at the end of the process. */
    void reportWaiting() {
        RolledFile oldest = shelf.oldest();
        Path log = active;
        if (oldest != null && log != null) {
            String task = oldest.wanted() == Compression.NONE ? "put in place" : "compressed";
            String what = oldest.isElsewhere() ? "copied to the directory that the pattern names" : task;
            findings.accept(FileFindings.notCompressed(log, shelf.backlog(), oldest.path(), what));
        }
    }

    /** Whether all rolled files are archived. */
    public boolean isFinished() {
        return shelf.isFinished();
    }

    /** Archives at most one file. */
    Step step(long nowNanos, ArchiveTransaction transaction) {
        working.lock();
        try {
            if (retired) {
                return Step.NOTHING;
            }
            deletions.sweep();
            Step step = stepWorking(nowNanos, transaction);
            deletions.deleteTrash();
            return step;
        } finally {
            working.unlock();
        }
    }

    private Step stepWorking(long nowNanos, ArchiveTransaction transaction) {
        long nowMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos);
        deletions.pruneIfAsked(nowMillis);
        RolledFile next;
        synchronized (shelf.guard()) {
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
            // For instance a security manager's refusal, or a compressor that requests more memory than there is: the
            // thread must survive
            // for the other logs.
            retryLater(next, new IOException(e), nowNanos);
            return Step.FAILED;
        }
        synchronized (shelf.guard()) {
            // The file counts as waiting until the deletions after it are done.
            shelf.end(next);
        }
        failing = false;
        waitNanos = 0;
        nextAttemptNanos = 0;
        if (next.wanted() != Compression.NONE) {
            archiver.compressed();
        }
        // Stamps never go back. After a clock was ahead for a while, its stamps would make each new archive too old.
        deletions.prune(Math.min(next.stampMillis(), nowMillis));
        deletions.deleteAsOrdered(next, nowMillis);
        synchronized (shelf.guard()) {
            shelf.count();
        }
        return Step.DONE;
    }

    private void retryLater(RolledFile next, IOException e, long nowNanos) {
        if (next.places() == null) {
            // A file of another rolling, or in a format that this process lacks: a later process may archive it, and
            // this log's files must
            // not wait for it.
            synchronized (shelf.guard()) {
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

    /** The files that must not be pruned: other logs' rolled files may have such names, too. */
    private Set<Path> spared() {
        Set<Path> spared = archiver.waiting();
        spared.addAll(archiver.active());
        spared.addAll(waiting());
        Path written = active;
        if (written != null) {
            spared.add(written);
        }
        return spared;
    }
}
