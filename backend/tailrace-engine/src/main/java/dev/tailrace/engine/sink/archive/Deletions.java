package dev.tailrace.engine.sink.archive;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rolled files of a log: those that are too old, those that rules name, and those that former processes wanted to delete. For the
 * archiver's thread, but for {@link #pruneSoon}; rules are set before the thread's first step.
 */
final class Deletions {
    private final @Nullable ArchiveNames names;
    private final @Nullable Pruning pruning;
    private final Supplier<Set<Path>> spared;
    private final Archiver archiver;
    private final Shelf shelf;
    private final Consumer<Finding> findings;

    private List<DeleteRule> removals = List.of();
    private volatile boolean pruneNow;
    private boolean isSwept;

    /**
     * @param names null: there are no directories of rolled files to search
     * @param pruning null: files never get too old
     * @param spared the files that must not be pruned
     */
    Deletions(
            @Nullable ArchiveNames names,
            @Nullable Pruning pruning,
            Supplier<Set<Path>> spared,
            Archiver archiver,
            Shelf shelf,
            Consumer<Finding> findings) {
        this.names = names;
        this.pruning = pruning;
        this.spared = spared;
        this.archiver = archiver;
        this.shelf = shelf;
        this.findings = findings;
    }

    /** Skips the search for files that former processes wanted to delete. */
    void withoutSweep() {
        isSwept = true;
    }

    /** Sets the rules of files to delete after each archived file. */
    void ordered(List<DeleteRule> orders) {
        removals = orders;
    }

    /** Prunes with the next step. For any thread. */
    void pruneSoon() {
        pruneNow = true;
    }

    void pruneIfAsked(long nowMillis) {
        if (pruneNow) {
            pruneNow = false;
            prune(nowMillis);
        }
    }

    /** Deletes files that are too old at this time. */
    void prune(long nowMillis) {
        if (pruning == null) {
            return;
        }
        try {
            // A file that the drainer rolls meanwhile is either in the list of waiting files or not among the found
            // ones.
            List<Pruning.Old> old = pruning.tooOld(nowMillis, spared);
            for (Pruning.Old each : old) {
                remove(each);
            }
            deleteTrash();
            for (Pruning.Old each : old) {
                pruning.deleteEmptyDirectories(each.path());
            }
        } catch (IOException e) {
            findings.accept(FileFindings.pruningFailed(Path.of(pruning.pattern().root()), e));
        }
    }

    /** Deletes files beyond the window and files that rules name, once a file is archived. */
    void deleteAsOrdered(RolledFile done, long nowMillis) {
        Set<Path> written = archiver.active();
        if (done.isInPlace() && names instanceof NumberedNames numbered) {
            try {
                numbered.deleteBeyond(done.periodMillis(), written, shelf);
            } catch (IOException e) {
                findings.accept(
                        FileFindings.pruningFailed(Path.of(numbered.pattern().root()), e));
            }
        }
        for (DeleteRule deleteRule : removals) {
            DeleteAction.run(deleteRule, nowMillis, written, archiver.waiting(), shelf, findings);
        }
    }

    /** Deletes, once, files in the directories of rolled files that a former process wanted to delete or had not finished. */
    void sweep() {
        if (isSwept || names == null) {
            return;
        }
        isSwept = true;
        try {
            for (Path file : ArchiveScan.files(names.pattern())) {
                Path source = RolledNote.source(file);
                Path packed = ArchiveTransaction.source(file);
                if (Shelf.isTrash(file)) {
                    synchronized (shelf.guard()) {
                        shelf.addTrash(file);
                    }
                } else if (source != null && !Files.exists(source)) {
                    RolledNote.delete(file);
                } else if (packed != null
                        && names.pattern().reader(false).read(RollingPolicyCodec.slash(packed)) != null
                        && !Files.exists(packed)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // A leftover blocks no other work.
            return;
        }
    }

    /** Deletes the files that were hidden for deletion; outside of the lock that the drainer needs for its renames. */
    void deleteTrash() {
        List<Path> trash;
        synchronized (shelf.guard()) {
            trash = shelf.takeTrash();
        }
        for (Path each : trash) {
            try {
                Files.deleteIfExists(each);
            } catch (IOException e) {
                findings.accept(FileFindings.pruningFailed(each, e));
            }
        }
        synchronized (shelf.guard()) {
            shelf.trashDeleted();
        }
    }

    private void remove(Pruning.Old file) {
        synchronized (shelf.guard()) {
            try {
                shelf.remove(file.path(), file.identity());
            } catch (IOException e) {
                findings.accept(FileFindings.pruningFailed(file.path(), e));
            }
        }
    }
}
