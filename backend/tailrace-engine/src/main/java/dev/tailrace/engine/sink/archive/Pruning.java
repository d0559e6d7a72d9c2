package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.Periods;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds rolled files that are too old, then the oldest ones beyond the size cap. Considers only files whose names the pattern makes, and
 * never a file in {@code spared}.
 *
 * @param maxHistory periods before the current one whose files stay; 0: all
 * @param totalSizeCap bytes; 0: no limit
 */
public record Pruning(FileNamePattern pattern, Periods periods, int maxHistory, long totalSizeCap) {

    /**
     * A file to delete.
     *
     * @param identity see {@link FileIdentity}
     */
    record Old(Path path, long identity) {}

    /**
     * The files that are to be deleted now.
     *
     * @param spared active and waiting files, which don't count; requested after the files were listed
     */
    List<Old> tooOld(long nowMillis, Supplier<Set<Path>> spared) throws IOException {
        long oldest = maxHistory > 0 ? periods.before(nowMillis, maxHistory) : Long.MIN_VALUE;
        List<ArchiveScan.Found> newestFirst = dated(ArchiveScan.all(pattern), periods.start(nowMillis));
        newestFirst.sort(ArchiveScan.OLDEST_FIRST.reversed());
        Set<Path> uncounted = spared.get();
        List<Old> tooOld = new ArrayList<>();
        long total = 0;
        for (ArchiveScan.Found found : newestFirst) {
            if (uncounted.contains(found.path()) || LockFileName.hasLock(found.path())) {
                continue;
            }
            total += size(found.path());
            if (found.periodMillis() < oldest || (totalSizeCap > 0 && total > totalSizeCap)) {
                tooOld.add(new Old(found.path(), FileIdentity.of(found.path())));
            }
        }
        return tooOld;
    }

    /**
     * The same files with their periods. A date without a year, such as %d{HH-mm}, doesn't determine a file's period: there the time of its
     * last change does.
     */
    private List<ArchiveScan.Found> dated(List<ArchiveScan.Found> all, long current) throws IOException {
        FileNamePattern.Reading reading = pattern.reader(false).read(pattern.plainName(current, 0));
        if (reading != null && reading.periodMillis() == current) {
            return all;
        }
        List<ArchiveScan.Found> dated = new ArrayList<>();
        for (ArchiveScan.Found found : all) {
            dated.add(new ArchiveScan.Found(
                    found.path(), periods.start(changed(found.path(), current)), found.index(), found.compressed()));
        }
        return dated;
    }

    private static long changed(Path file, long otherwise) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (NoSuchFileException e) {
            return otherwise; // another process was faster
        }
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0; // another process was faster
        }
    }

    /** Deletes empty directories that the pattern itself made: only those below its root. */
    void deleteEmptyDirectories(Path deleted) throws IOException {
        Path root = Path.of(pattern.root()).toAbsolutePath().normalize();
        for (Path at = deleted.getParent();
                at != null && at.startsWith(root) && !at.equals(root);
                at = at.getParent()) {
            try {
                Files.deleteIfExists(at);
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }
}
