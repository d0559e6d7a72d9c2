package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.shared.DrainHolder;
import dev.tailrace.engine.journal.owner.OwnerHead;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The process that drains a log.
 *
 * @param drained whether a process drains the log; null: not known
 * @param pid the drainer's process id; −1: not known, for instance in another PID namespace
 * @param steppedMillis the time of its last noted step, milliseconds since 1970; 0: not known
 */
record DrainerView(@Nullable Boolean drained, long pid, long steppedMillis) {
    static DrainerView of(Path lockFile, Path lanes) throws IOException {
        if (!Files.isDirectory(lanes, LinkOption.NOFOLLOW_LINKS)) {
            // The lanes are private or invisible: only the lock shows a drainer.
            LockView.Held held = LockView.first(lockFile);
            return new DrainerView(
                    held == LockView.Held.UNKNOWN ? null : held == LockView.Held.BY_SOMEBODY,
                    held == LockView.Held.BY_NOBODY ? -1 : LockView.holder(lockFile),
                    0);
        }
        DrainHolder.Seen seen = DrainHolder.look(lanes);
        OwnerHead owner = seen == null || seen.holder() == 0 ? null : Owners.find(lanes, seen.holder());
        if (seen == null || owner == null || !owner.isAlive()) {
            return new DrainerView(false, -1, 0);
        }
        long pid = owner.pidHere();
        return new DrainerView(true, pid == 0 ? -1 : pid, seen.steppedMillis());
    }

    boolean isNone() {
        return Boolean.FALSE.equals(drained);
    }
}
