package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A lane directory whose log's lock file is gone, as when a folder of logs was deleted.
 *
 * @param log in words
 * @param logIsGone whether the log is gone, too
 * @param used whether a process lives that may use it
 * @param waits whether it has, or may have, lines that aren't in the log
 */
public record OrphanedLanes(Path lanes, String log, boolean logIsGone, boolean used, boolean waits) {
    /** Null when the directory is none of these, or isn't this user's. */
    public static @Nullable OrphanedLanes of(Path lanes) {
        Path lockFile = LaneDirectory.refusal(lanes) == null ? StagingHead.lockFile(lanes) : null;
        if (lockFile == null || Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        LogFile log = LogFile.ofLock(lockFile);
        Path file = log == null ? null : log.active();
        try {
            return new OrphanedLanes(
                    lanes,
                    file == null ? "the log of " + lockFile : file.toString(),
                    file != null && !Files.exists(file, LinkOption.NOFOLLOW_LINKS),
                    !Owners.living(lanes, 0).isEmpty(),
                    LogSearch.mayWait(lanes, lockFile));
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether nothing is lost with it, and nothing needs it. */
    public boolean isAbandoned() {
        return logIsGone && !used && !waits;
    }

    /** A sentence without a full stop. */
    public String words() {
        String gone = log + (logIsGone ? " is gone, with its lock file" : " has lost its lock file");
        return used
                ? gone + "; a living process uses its lanes in " + lanes
                : waits
                        ? gone + "; lines wait in its lanes in " + lanes
                                + ", and the next process that logs to it writes them; to give them up, delete the lanes"
                        : gone + "; nothing waits in its lanes in " + lanes;
    }
}
