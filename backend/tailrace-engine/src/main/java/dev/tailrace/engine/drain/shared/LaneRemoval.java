package dev.tailrace.engine.drain.shared;

import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.ring.RingName;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The files of a lane directory at its end. Stateless. */
public final class LaneRemoval {
    private static final String OVER = ".over";

    private LaneRemoval() {}

    /**
     * Whether the directory has nothing but one owner's own file: no ring, no unfinished batch, no losses to report, no other process, no
     * file that a person should see.
     */
    static boolean isUnused(Path lanes, Owner owner) throws IOException {
        StagingHead.Marks marks = StagingHead.marks(lanes);
        boolean committed = marks != null && marks.committed() >= Math.max(marks.first(), marks.second());
        if (!committed || new DropCounters(owner.id(), owner.page()).isUnreported()) {
            return false;
        }
        return files(lanes).stream()
                .allMatch(file -> owner.isOwn(file) || file.endsWith(Staging.FILE) || file.endsWith(DrainHolder.FILE));
    }

    /** The name of a directory that is being removed; no process looks for it. */
    static Path moved(Path lanes) {
        return lanes.resolveSibling(lanes.getFileName() + OVER);
    }

    /** Renames the directory, in one step; false when it stays. */
    static boolean moveAway(Path lanes, Path moved, Owner owner) {
        try {
            // A process that was killed has left it.
            if (Files.exists(moved, LinkOption.NOFOLLOW_LINKS) && !delete(moved)) {
                return false;
            }
            Files.move(lanes, moved, StandardCopyOption.ATOMIC_MOVE);
            // A process that comes back at its end may have made a file there just before.
            if (isUnused(moved, owner)) {
                return true;
            }
            Files.move(moved, lanes, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // The directory stays, or the other process has made it anew.
            return false;
        }
        return false;
    }

    /**
     * Removes the lanes of a log that is gone, with their rings.
     *
     * @param mayGo asked again once the directory has its other name
     * @return false when it stays
     */
    public static boolean remove(Path lanes, Predicate<Path> mayGo) throws IOException {
        Path moved = moved(lanes);
        // A process that was killed has left it.
        if (Files.exists(moved, LinkOption.NOFOLLOW_LINKS) && !delete(moved)) {
            return false;
        }
        Files.move(lanes, moved, StandardCopyOption.ATOMIC_MOVE);
        List<Path> files = files(moved);
        if (!mayGo.test(moved) || !files.stream().allMatch(file -> isRing(file) || isOfNoUse(file))) {
            Files.move(moved, lanes, StandardCopyOption.ATOMIC_MOVE);
            return false;
        }
        for (Path file : files) {
            if (isRing(file)) {
                Files.deleteIfExists(file);
            }
        }
        return delete(moved);
    }

    private static boolean isRing(Path file) {
        return RingName.read(file) != null;
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            all.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return files;
    }

    /** Deletes a renamed directory; false when it has lines or files of others, or can't be deleted: the next removal tries again. */
    static boolean delete(Path moved) {
        if (LaneDirectory.refusal(moved) != null) {
            return false;
        }
        try {
            List<Path> files = files(moved);
            if (!files.stream().allMatch(LaneRemoval::isOfNoUse)) {
                return false;
            }
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            return Files.deleteIfExists(moved);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOfNoUse(Path file) {
        return file.endsWith(Staging.FILE) || file.endsWith(DrainHolder.FILE) || Owner.isOfOwner(file);
    }
}
