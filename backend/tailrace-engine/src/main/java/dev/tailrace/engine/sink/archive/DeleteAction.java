package dev.tailrace.engine.sink.archive;

import dev.tailrace.destination.DeleteRule;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deletes files by a configured rule. Whatever its conditions, these stay: active files, hidden files (their names begin with a full stop:
 * locks, notes and waiting rolled files), directories with lanes, and targets of links outside of the base directory. Only for the
 * archiver's thread.
 */
final class DeleteAction extends SimpleFileVisitor<Path> {
    private static final String LANES_HOLDER = "drain.holder";
    private static final String LANES_STAGING = "drain.staging";
    private static final int MOST_EVIDENCE = 20;

    private record Entry(Path path, BasicFileAttributes attributes) {
        long changedMillis() {
            return attributes.lastModifiedTime().toMillis();
        }
    }

    private static final Comparator<Entry> NEWEST_FIRST = Comparator.comparingLong(Entry::changedMillis)
            .thenComparing(Entry::path)
            .reversed();

    private final Path base;
    private final boolean followsLinks;
    private final Set<Path> waiting;
    private final List<Entry> found = new ArrayList<>();

    private DeleteAction(Path base, boolean followsLinks, Set<Path> waiting) {
        this.base = base;
        this.followsLinks = followsLinks;
        this.waiting = waiting;
    }

    /**
     * Carries out the rule.
     *
     * @param active the active files
     * @param waiting rolled files that aren't archived yet: they don't count either
     * @param shelf of the log that was rolled; no file is shifted on it during a deletion
     */
    static void run(
            DeleteRule deleteRule,
            long nowMillis,
            Set<Path> active,
            Set<Path> waiting,
            Shelf shelf,
            Consumer<Finding> findings) {
        try {
            Path base = Path.of(deleteRule.basePath());
            DeleteAction deleteAction = new DeleteAction(base, deleteRule.followLinks(), waiting);
            Files.walkFileTree(
                    base,
                    deleteRule.followLinks()
                            ? EnumSet.of(FileVisitOption.FOLLOW_LINKS)
                            : EnumSet.noneOf(FileVisitOption.class),
                    deleteRule.maxDepth(),
                    deleteAction);
            deleteAction.delete(deleteRule, nowMillis, active, shelf, findings);
        } catch (IOException | RuntimeException e) {
            // For instance a directory that was removed while it was read: the next roll tries again.
            IOException why = e instanceof IOException io ? io : new IOException(e);
            findings.accept(FileFindings.pruningFailed(Path.of(deleteRule.basePath()), why));
        }
    }

    private void delete(
            DeleteRule deleteRule, long nowMillis, Set<Path> active, Shelf shelf, Consumer<Finding> findings)
            throws IOException {
        found.sort(deleteRule.newestFirst() ? NEWEST_FIRST : NEWEST_FIRST.reversed());
        FileMatcher judge = FileMatcher.of(deleteRule.conditions(), nowMillis);
        List<String> named = new ArrayList<>();
        for (Entry entry : found) {
            // A file that must stay still counts for the conditions.
            if (!judge.accepts(base.relativize(entry.path()), entry.attributes()) || isActive(entry.path(), active)) {
                continue;
            }
            if (deleteRule.testMode()) {
                named.add(entry.path().toString());
            } else {
                delete(entry, shelf, findings);
            }
        }
        if (!named.isEmpty()) {
            findings.accept(FileFindings.wouldDelete(
                    base, named.size(), named.subList(0, Math.min(named.size(), MOST_EVIDENCE))));
        }
    }

    /** Whether a file is active; another process's log has its lock file beside it. */
    private static boolean isActive(Path path, Set<Path> active) throws IOException {
        if (active.contains(path) || Files.exists(LockFileName.beside(path))) {
            return true;
        }
        Path real;
        try {
            real = path.toRealPath();
        } catch (NoSuchFileException e) {
            return false; // a link that leads nowhere, or another process was faster
        }
        return !real.equals(path) && (active.contains(real) || Files.exists(LockFileName.beside(real)));
    }

    /** Deletes an entry. At the greatest depth a directory is an entry, too; it stays if it isn't empty. */
    private static void delete(Entry entry, Shelf shelf, Consumer<Finding> findings) {
        Path path = entry.path();
        try {
            if (entry.attributes().isDirectory()) {
                Files.deleteIfExists(path);
                return;
            }
            synchronized (shelf.guard()) {
                // A link stands for its target; the rename moves the link itself.
                shelf.remove(
                        path,
                        entry.attributes().isSymbolicLink()
                                ? 0
                                : FileIdentity.of(entry.attributes().fileKey()));
            }
        } catch (IOException e) {
            if (!(e instanceof DirectoryNotEmptyException)) {
                findings.accept(FileFindings.pruningFailed(path, e));
            }
        }
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        boolean skipped = holdsLanes(directory) || (!directory.equals(base) && isLeftAlone(directory));
        return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
        if (!path.equals(base) && !isLeftAlone(path) && !waiting.contains(path)) {
            found.add(new Entry(path, attributes));
        }
        return FileVisitResult.CONTINUE;
    }

    private boolean isLeftAlone(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".") || (followsLinks && leadsOutside(path));
    }

    private boolean leadsOutside(Path path) {
        try {
            return !path.toRealPath().startsWith(base.toRealPath());
        } catch (IOException e) {
            return true; // leads nowhere, or may not be followed
        }
    }

    private static boolean holdsLanes(Path directory) {
        return Files.exists(directory.resolve(LANES_HOLDER)) || Files.exists(directory.resolve(LANES_STAGING));
    }

    @Override
    public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
        if (path.equals(base) && !(e instanceof NoSuchFileException)) {
            throw e;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) {
        return FileVisitResult.CONTINUE;
    }
}
