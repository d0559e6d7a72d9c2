package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.ring.SpillFiles;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A log and all that waits for it, seen without changing anything: no file is mapped, opened for writing, sealed or made. What
 * processes do meanwhile may be seen half done; what looks wrong during draining is looked at again.
 *
 * @param log its path, or the pattern that names it
 * @param unreadable why it can't be looked at, without a full stop; empty: it was
 * @param lanes the lane directory that its record names; null without a record
 * @param rolling as in the record; null without one
 * @param drained whether a process drains it; null: not known
 * @param drainerPid −1: not known, such as in another PID namespace
 * @param steppedMillis when the drainer last said that it steps, about once a second, milliseconds since 1970; 0: not known
 * @param intent what its drainer last said it would do; null: nothing yet
 * @param owners processes that have, or had, lanes
 * @param putAside files of the lane directory that were damaged and put aside earlier
 * @param spillsLeft spill files beside the log that belong to no ring
 */
public record LogView(
        String log,
        String lockFile,
        String unreadable,
        @Nullable String lanes,
        @Nullable String rolling,
        @Nullable Boolean drained,
        long drainerPid,
        long steppedMillis,
        @Nullable IntentView intent,
        List<OwnerView> owners,
        List<String> putAside,
        List<String> spillsLeft) {
    private static final int LOOKS = 6;
    private static final long BETWEEN_LOOKS_NANOS = 250_000_000L;
    private static final String DAMAGED = ".damaged";

    /** Looks at a log, for a second and a half at most, and a little for each GiB that waits. */
    public static LogView of(Path lockFile) {
        LogView view = once(lockFile);
        // The drainer needs some moments for the lanes of a process that has just died.
        for (int i = 1; i < LOOKS && view.mayPass(); i++) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            view = once(lockFile);
        }
        return view;
    }

    /** The process that drains a log; −1: none, or not known, such as in another PID namespace. */
    public static long drainerOf(Path lockFile) {
        try {
            LockRecord record = LockView.record(lockFile);
            return record == null
                    ? -1
                    : DrainerView.of(lockFile, record.lanes()).pid();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Looks once, without waiting for what may pass. */
    public static LogView once(Path lockFile) {
        String name = lockFile.toString();
        try {
            LockRecord record = LockView.record(lockFile);
            if (record == null) {
                return unreadable(name, name, "there is no record in it, or others than its owner may write it");
            }
            LogFile file;
            try {
                file = LogFile.ofRecord(lockFile, record.rolling());
                name = file.description();
            } catch (IllegalArgumentException e) {
                return unreadable(name, name, "its record can't be understood: " + e.getMessage());
            }
            return read(lockFile, file, record);
        } catch (IOException e) {
            return unreadable(name, lockFile.toString(), IoMessages.words(lockFile, e));
        }
    }

    private static LogView unreadable(String log, String lockFile, String why) {
        return new LogView(log, lockFile, why, null, null, null, -1, 0, null, List.of(), List.of(), List.of());
    }

    private static LogView read(Path lockFile, LogFile file, LockRecord record) throws IOException {
        Path directory = record.lanes();
        DrainerView holder = DrainerView.of(lockFile, directory);
        LanesView lanes = new LanesView(List.of(), List.of());
        IntentView intent = null;
        String unreadable = "";
        if (directory.equals(lockFile)) {
            // Gone with the process, if no process holds the lock.
            unreadable =
                    holder.isNone() ? "" : "its lanes are in the private memory of the process that logs; ask that one";
        } else if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            // After a restart of the machine: nothing is left. Seen from another container: anything may be.
            unreadable = holder.isNone() ? "" : "its lane directory " + directory + " can't be seen from here";
        } else {
            long id = StagingHead.id(directory);
            if (id != 0 && id != record.id()) {
                unreadable = directory + " is another directory of that name, such as another container's";
            } else {
                IntentView.Look look = IntentView.of(directory, lockFile, !holder.isNone());
                intent = look.view();
                lanes = LanesView.of(directory, lockFile, LockRecord.hash(record.rolling()), look.positions());
            }
        }
        List<String> putAside =
                lanes.others().stream().filter(each -> each.endsWith(DAMAGED)).toList();
        return new LogView(
                file.description(),
                lockFile.toString(),
                unreadable,
                directory.toString(),
                record.rolling(),
                holder.drained(),
                holder.pid(),
                holder.steppedMillis(),
                intent,
                lanes.owners(),
                putAside,
                spillsLeft(lockFile, directory));
    }

    private static List<String> spillsLeft(Path lockFile, Path lanes) throws IOException {
        return SpillFiles.withoutRing(lockFile, lanes).stream()
                .map(Path::toString)
                .sorted()
                .toList();
    }

    /** Whether what is there now is likely to be otherwise in a moment: a process lives that takes care of it. */
    private boolean mayPass() {
        boolean cared = Boolean.TRUE.equals(drained) || owners.stream().anyMatch(OwnerView::alive);
        boolean problem = intent != null && !intent.problem().isEmpty();
        return unreadable.isEmpty() && cared && (problem || !isQuiet() || Boolean.FALSE.equals(drained));
    }

    /** Whether no dead process has left anything, and no live one anything that looks wrong. */
    private boolean isQuiet() {
        for (OwnerView owner : owners) {
            boolean left = !owner.alive() && (!owner.rings().isEmpty() || owner.unreported() != 0);
            if (left
                    || owner.otherRolling()
                    || owner.rings().stream().anyMatch(ring -> !ring.problem().isEmpty())) {
                return false;
            }
        }
        return spillsLeft.isEmpty();
    }

    /** How the file is rolled, for a person; as it is recorded where that can't be understood. */
    public String rollingInWords() {
        String recorded = String.valueOf(rolling);
        try {
            return LogFile.summary(recorded);
        } catch (IllegalArgumentException e) {
            return recorded;
        }
    }

    /** Lines that wait in all lanes. */
    public long lines() {
        return owners.stream()
                .flatMap(owner -> owner.rings().stream())
                .mapToLong(RingView::lines)
                .sum();
    }

    /** Bytes of these lines. */
    public long bytes() {
        return owners.stream()
                .flatMap(owner -> owner.rings().stream())
                .mapToLong(RingView::bytes)
                .sum();
    }
}
