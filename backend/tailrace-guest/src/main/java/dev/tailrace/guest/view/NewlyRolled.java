package dev.tailrace.guest.view;

import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that are rolled from a log after a moment. Files are known again by the time of their last line, which stays the same when they
 * are compressed or a window is shifted. Not thread-safe.
 */
public final class NewlyRolled {
    private final Path lockFile;
    private final Set<Long> before = new HashSet<>();

    private NewlyRolled(Path lockFile) {
        this.lockFile = lockFile;
    }

    /** From now on. Where nothing is known of the log's files, none is found later. */
    public static NewlyRolled from(Path lockFile) {
        NewlyRolled since = new NewlyRolled(lockFile);
        since.all().forEach(each -> since.before.add(each.modified()));
        return since;
    }

    /** The oldest first. */
    public List<Path> files() {
        return all().stream()
                .filter(each -> !before.contains(each.modified()))
                .map(RolledFiles.Rolled::path)
                .toList();
    }

    private List<RolledFiles.Rolled> all() {
        try {
            LockRecord record = LockView.record(lockFile);
            LogFile file = record == null ? null : LogFile.ofRecord(lockFile, record.rolling());
            Path active = file == null ? null : file.active();
            // Where the pattern names the active file, too, a finished one can't be distinguished from it.
            return record == null || file == null || active == null
                    ? List.of()
                    : new RolledFiles(file, record.rolling()).all(active, identity(active));
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static long identity(Path active) {
        try {
            return FileIdentity.of(
                    Files.readAttributes(active, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return 0;
        }
    }
}
