package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.ring.SpillFiles;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A log and all its waiting lines, read without changing any file: no file is mapped, opened for writing, sealed or made. Concurrent work
 * of processes may be seen half done; content that looks wrong during draining is read again.
 *
 * @param log its path, or the pattern that names it
 * @param unreadable why the log can't be read, without a full stop; empty: it was read
 * @param lanes the lane directory that its record names; null without a record, and when the last process has removed it
 * @param rolling as in the record; null without one
 * @param drained whether a process drains the log; null: not known
 * @param drainerPid the drainer's process id; −1: not known, for instance in another PID namespace
 * @param steppedMillis the time of the drainer's last noted step, about once a second, milliseconds since 1970; 0: not known
 * @param intent the drainer's last intent; null: none yet
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
    /** What stands for the log of processes that log to consoles only. */
    public static final String CONSOLES = "consoles of processes without log files";

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

    /** The id of the process that drains a log; −1: none, or not known, for instance in another PID namespace. */
    public static long drainerOf(Path lockFile) {
        try {
            LockRecord record = SharedLog.record(lockFile);
            return record == null
                    ? -1
                    : DrainerView.of(lockFile, record.lanes()).pid();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Whether this is the directory of processes that log to consoles only. */
    static boolean isConsoles(Path lanes) {
        return lanes.endsWith(LaneDirectory.CONSOLES) && Files.isDirectory(lanes, LinkOption.NOFOLLOW_LINKS);
    }

    private static LogView consoles(Path directory) throws IOException {
        List<OwnerView> living = LanesView.of(directory, directory, 0, Map.of()).owners().stream()
                .filter(OwnerView::alive)
                .toList();
        String name = directory.toString();
        return new LogView(CONSOLES, name, "", name, null, null, -1, 0, null, living, List.of(), List.of());
    }

    /** Looks once, without waiting for passing problems. */
    public static LogView once(Path lockFile) {
        String name = lockFile.toString();
        try {
            if (isConsoles(lockFile)) {
                return consoles(lockFile);
            }
            LockRecord record = SharedLog.record(lockFile);
            if (record == null) {
                return unreadable(name, name, "there is no record in it");
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
            // The lanes are gone with the process, if no process holds the lock.
            unreadable = holder.isNone() ? "" : hidden(lockFile, record);
        } else if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            // After a restart of the machine no lines are left; seen from another container, there may be some.
            unreadable = holder.isNone() ? "" : "its lane directory " + directory + " can't be seen from here";
        } else {
            unreadable = hidden(lockFile, record);
            if (unreadable.isEmpty()) {
                IntentView.Look look = IntentView.of(directory, lockFile, !holder.isNone());
                intent = look.view();
                LockRecord present = LockView.record(lockFile);
                long rolling = present == null || present.isOpen() ? 0 : LockRecord.hash(present.rolling());
                lanes = LanesView.of(directory, lockFile, rolling, look.positions());
            }
        }
        List<String> putAside =
                lanes.others().stream().filter(each -> each.endsWith(DAMAGED)).toList();
        return new LogView(
                file.description(),
                lockFile.toString(),
                unreadable,
                record.isOver() && Files.notExists(directory) ? null : directory.toString(),
                record.rolling(),
                holder.drained(),
                holder.pid(),
                holder.steppedMillis(),
                intent,
                lanes.owners(),
                putAside,
                spillsLeft(lockFile, directory));
    }

    /** Why the lanes that a record names can't be seen, without a full stop; empty: they can, if the directory is there. */
    static String hidden(Path lockFile, LockRecord record) {
        Path directory = record.lanes();
        if (directory.equals(lockFile)) {
            return "the lanes are in the private memory of the process that logs";
        }
        long id = StagingHead.id(directory);
        return id == 0 || id == record.id() || record.isOver()
                ? ""
                : directory + " is another directory of that name, such as another container's";
    }

    private static List<String> spillsLeft(Path lockFile, Path lanes) throws IOException {
        return SpillFiles.withoutRing(lockFile, lanes).stream()
                .map(Path::toString)
                .sorted()
                .toList();
    }

    /** Whether a problem is likely to pass in a moment, because a live process takes care of it. */
    private boolean mayPass() {
        boolean cared = Boolean.TRUE.equals(drained) || owners.stream().anyMatch(OwnerView::alive);
        boolean problem = intent != null && !intent.problem().isEmpty();
        return unreadable.isEmpty() && cared && (problem || !isQuiet() || Boolean.FALSE.equals(drained));
    }

    /** Whether dead processes have left no lines, and live ones nothing that looks wrong. */
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

    /** The number of bytes of these lines. */
    public long bytes() {
        return owners.stream()
                .flatMap(owner -> owner.rings().stream())
                .mapToLong(RingView::bytes)
                .sum();
    }
}
