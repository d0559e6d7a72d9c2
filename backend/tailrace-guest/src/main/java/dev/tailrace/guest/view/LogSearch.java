package dev.tailrace.guest.view;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.ring.RingName;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the logs that a person names, by their lock files. Opens no file for writing. */
public final class LogSearch {
    private static final String PREFIX = ".";
    private static final String SUFFIX = ".tailrace-lock";
    private static final int MOST_UP = 3;
    private static final int MOST_DOWN = 3;
    private static final int MOST_NAMED = 5;

    private LogSearch() {}

    /**
     * The lock files of the logs that a path names, with all links resolved, sorted, at least one.
     *
     * @param given a log (also one whose name changes, or a file that was rolled from it), its lock file, a directory of logs, also some
     *     levels below, a lane directory, or a directory of these
     * @throws IOException when the path names no log; the message says what was searched
     */
    public static List<Path> lockFiles(Path given) throws IOException {
        Path path = given.toAbsolutePath().normalize();
        Set<Path> found = new TreeSet<>();
        if (Files.isDirectory(path)) {
            directory(path.toRealPath(), found);
            if (found.isEmpty()) {
                throw new IOException(path + " is neither a lane directory nor is there a log of Tailrace in it"
                        + " (a hidden file .NAME" + SUFFIX + ")");
            }
        } else {
            Path folder = path.getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw noLog(path, missing(folder));
            }
            found.add(named(folder.toRealPath().resolve(String.valueOf(path.getFileName()))));
        }
        return List.copyOf(found);
    }

    /**
     * Directories with lanes of a log that its lock file doesn't name: the lock file was removed while they were used, and then made by a
     * process that has its lanes elsewhere. Searched are the usual places, the one that this process was given, and the recorded one.
     */
    public static List<Path> stranded(Path lockFile) {
        List<Path> found = new ArrayList<>();
        try {
            LockRecord record = SharedLog.record(lockFile);
            if (record == null) {
                return found; // nothing says how to roll the log
            }
            List<Path> parents = new ArrayList<>(LogsHere.given());
            Path beside = record.lanes().getParent();
            if (beside != null) {
                parents.add(beside);
            }
            for (Path each : LaneDirectory.candidates(lockFile, parents)) {
                boolean other = !each.equals(record.lanes())
                        && LaneDirectory.refusal(each) == null
                        && lockFile.equals(StagingHead.lockFile(each));
                if (other && mayWait(each, lockFile)) {
                    found.add(each);
                }
            }
        } catch (IOException e) {
            // Draining the log fails with the reason.
            return found;
        }
        return found;
    }

    /** Lanes whose log's lock file is gone: those that a path names, itself or in it, and those of the log, or the logs in the folder. */
    public static List<OrphanedLanes> orphaned(Path given) throws IOException {
        Path path = given.toAbsolutePath().normalize();
        Path folder = path.getParent();
        while (folder != null && !Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        if (folder != null) {
            path = folder.toRealPath().resolve(folder.relativize(path));
        }
        Set<Path> lanes = new TreeSet<>();
        if (Files.isDirectory(path)) {
            path = path.toRealPath();
            lanes.addAll(entries(path));
            lanes.add(path);
        }
        for (Path place : LogsHere.places()) {
            for (Path each : entriesOfPlace(place)) {
                Path lockFile = StagingHead.lockFile(each);
                if (lockFile != null && (lockFile.startsWith(path) || lockFile.equals(LockFileName.beside(path)))) {
                    lanes.add(each);
                }
            }
        }
        return lanes.stream().map(OrphanedLanes::of).filter(Objects::nonNull).toList();
    }

    /** Anybody can make a file or a folder of this name in shared memory: one that can't be read has no lanes of this user. */
    private static List<Path> entriesOfPlace(Path place) {
        try {
            return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS) ? entries(place) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Whether rings have, or may have, lines that aren't in the log. */
    static boolean mayWait(Path lanes, Path lockFile) throws IOException {
        return entries(lanes).stream().anyMatch(file -> isWaiting(file, lockFile));
    }

    private static boolean isWaiting(Path file, Path lockFile) {
        RingName name = RingName.read(file);
        if (name == null) {
            return false;
        }
        try {
            RingView ring = RingView.of(file, name, new RingView.Look(lockFile, true, FrameWalk.window(), Map.of()));
            return ring.tail() != ring.consumed() || !ring.problem().isEmpty();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Why a path names no log: it is gone and has left lanes, or else the other reason. */
    private static IOException noLog(Path path, String otherwise) throws IOException {
        List<OrphanedLanes> orphans = orphaned(path);
        return new IOException(orphans.isEmpty() ? otherwise : orphans.get(0).words());
    }

    /** Says whether a directory is missing or can't be seen. */
    private static String missing(@Nullable Path folder) {
        if (folder == null) {
            return "there is no such file";
        }
        try {
            // Fails with the reason.
            return Files.readAttributes(folder, BasicFileAttributes.class).isDirectory()
                    ? folder + " can't be read"
                    : folder + " is not a directory";
        } catch (NoSuchFileException e) {
            return "there is no directory " + folder;
        } catch (IOException e) {
            return IoMessages.words(null, e);
        }
    }

    private static void directory(Path directory, Set<Path> found) throws IOException {
        if (Files.exists(directory.resolve(Staging.FILE), LinkOption.NOFOLLOW_LINKS)) {
            found.add(ofLanes(directory));
            return;
        }
        IOException problem = null;
        for (Path entry : entries(directory)) {
            if (isLock(entry)) {
                found.add(entry);
            } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    below(entry, found, MOST_DOWN);
                } catch (IOException e) {
                    // A leftover of a log that went on with another directory, or another user's directory; the others
                    // count.
                    problem = e;
                }
            }
        }
        if (found.isEmpty() && problem != null) {
            throw problem;
        }
    }

    /** Adds the log of a directory below the named one, if it is a lane directory, else the logs in it, and so many levels further. */
    private static void below(Path directory, Set<Path> found, int levels) throws IOException {
        if (!Files.isExecutable(directory)) {
            throw new IOException(directory.getParent() + " has no log of Tailrace that can be seen; "
                    + refused(directory).getMessage());
        }
        if (Files.exists(directory.resolve(Staging.FILE), LinkOption.NOFOLLOW_LINKS)) {
            found.add(ofLanes(directory));
            return;
        }
        for (Path entry : Files.isReadable(directory) ? entries(directory) : List.<Path>of()) {
            if (isLock(entry)) {
                found.add(entry);
            } else if (levels > 0 && Files.isExecutable(entry) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                below(entry, found, levels - 1);
            }
        }
    }

    private static IOException refused(Path directory) {
        return new IOException(IoMessages.words(null, new AccessDeniedException(directory.toString())));
    }

    private static Path ofLanes(Path directory) throws IOException {
        Path lock = StagingHead.lockFile(directory);
        if (lock == null) {
            throw new IOException(
                    "the lane directory " + directory + " doesn't say which log it belongs to; name the log instead");
        }
        OrphanedLanes orphan = OrphanedLanes.of(directory);
        if (orphan != null) {
            throw new IOException(orphan.words());
        }
        LockRecord record = SharedLog.record(lock);
        if (record == null || !record.lanes().equals(directory)) {
            throw new IOException("the lane directory " + directory + " is not the one that " + lock
                    + " names; its log went on with another one, and ./tailrace drain " + lock
                    + " writes the lines of both");
        }
        return lock;
    }

    private static List<Path> entries(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (AccessDeniedException e) {
            throw new IOException(IoMessages.words(null, e), e);
        }
        Collections.sort(entries);
        return entries;
    }

    private static boolean isLock(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX) && name.length() > PREFIX.length() + SUFFIX.length();
    }

    private static Path named(Path log) throws IOException {
        if (isLock(log)) {
            try {
                MappedFiles.requireFile(log);
                return log;
            } catch (NoSuchFileException | AccessDeniedException e) {
                throw new IOException(IoMessages.words(null, e), e);
            }
        }
        Path beside = LockFileName.beside(log);
        if (Files.exists(beside, LinkOption.NOFOLLOW_LINKS)) {
            return beside;
        }
        Path elsewhere = LaneDirectory.lockFor(beside);
        if (Files.exists(elsewhere, LinkOption.NOFOLLOW_LINKS)) {
            return elsewhere;
        }
        Path folder = log.getParent();
        if (folder != null && !Files.isExecutable(folder)) {
            throw refused(folder);
        }
        List<Path> others = new ArrayList<>();
        // A rolled file may lie in a directory below.
        Path at = log.getParent();
        for (int up = 0; up <= MOST_UP && at != null && Files.isReadable(at); up++, at = at.getParent()) {
            for (Path entry : entries(at)) {
                if (isLock(entry) && isOf(entry, log)) {
                    return entry;
                }
                if (isLock(entry) && at.equals(log.getParent())) {
                    others.add(entry);
                }
            }
        }
        throw noLog(
                log,
                "no process has logged to " + log + " through Tailrace: there is no " + beside
                        + (others.isEmpty() ? "" : "; the logs there are " + names(others)));
    }

    /** The first few logs of these lock files. */
    private static String names(List<Path> lockFiles) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < lockFiles.size() && i < MOST_NAMED; i++) {
            String own = String.valueOf(lockFiles.get(i).getFileName());
            names.append(i == 0 ? "" : ", ").append(own, PREFIX.length(), own.length() - SUFFIX.length());
        }
        int more = lockFiles.size() - MOST_NAMED;
        return more > 0 ? names + " and " + more + " more" : names.toString();
    }

    private static boolean isOf(Path lockFile, Path log) {
        try {
            LockRecord record = SharedLog.record(lockFile);
            return record != null
                    && LogFile.ofRecord(lockFile, record.rolling()).isNamed(log);
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
