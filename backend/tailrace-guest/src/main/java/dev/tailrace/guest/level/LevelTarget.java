package dev.tailrace.guest.level;

import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.OwnerHead;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.ProcessState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that writes a log, as seen from this log.
 *
 * @param pid the process id
 * @param here whether it has this process id here; else it is in a PID namespace that can't be seen from here, and has it there
 * @param owner its file in the lane directory
 * @param log the log, or the lane directory where only that is known
 */
public record LevelTarget(long pid, boolean here, Path owner, String log) {
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,9}");
    /** The end of a line of {@code /proc/PID/maps}. */
    private static final Pattern MAPPED_OWNER = Pattern.compile(" (/.*)/[^/]+\\.owner( \\(deleted\\))?$");

    private static final int MOST_MAPS = 64 << 20;

    /**
     * The processes that a person names.
     *
     * @param given a process id, or a path for {@link LogSearch}
     * @throws IOException when there are no such processes, or they can't be asked; the message says why
     */
    public static List<LevelTarget> named(String given) throws IOException {
        return NUMBER.matcher(given).matches() && !Files.exists(Path.of(given))
                ? ofPid(Long.parseLong(given))
                : ofLog(Path.of(given));
    }

    private static List<LevelTarget> ofLog(Path given) throws IOException {
        List<LevelTarget> found = new ArrayList<>();
        for (Path lockFile : LogSearch.lockFiles(given)) {
            LockRecord record = SharedLog.record(lockFile);
            if (record == null) {
                throw new IOException(lockFile + " has no record");
            }
            if (record.lanes().equals(lockFile)) {
                throw new IOException("the process that logs to " + nameOf(lockFile, record)
                        + " has its lanes in private memory and can't be asked");
            }
            add(record.lanes(), nameOf(lockFile, record), 0, found);
        }
        if (found.isEmpty()) {
            throw new IOException("no process logs to " + given + " now");
        }
        return found;
    }

    private static String nameOf(Path lockFile, LockRecord record) {
        try {
            return LogFile.ofRecord(lockFile, record.rolling()).description();
        } catch (IllegalArgumentException e) {
            return lockFile.toString();
        }
    }

    private static void add(Path lanes, String log, long pid, List<LevelTarget> found) throws IOException {
        if (!Files.isDirectory(lanes, LinkOption.NOFOLLOW_LINKS)) {
            // After a restart of the machine no process logs there.
            return;
        }
        if (!Files.isReadable(lanes)) {
            throw new AccessDeniedException(lanes.toString());
        }
        String refusal = LaneDirectory.refusal(lanes);
        if (refusal != null) {
            throw new IOException(refusal + "; levels and limits are set by the user who runs the processes");
        }
        for (OwnerHead living : Owners.living(lanes, 0)) {
            long here = living.pidHere();
            if (pid == 0 || here == pid) {
                found.add(new LevelTarget(here > 0 ? here : living.pid(), here > 0, living.file(), log));
            }
        }
    }

    /** The targets of a process id, from its mapped files: its lanes may be in any directory. */
    private static List<LevelTarget> ofPid(long pid) throws IOException {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            throw new IOException(
                    "processes are found by their number only where there is /proc; name the log instead");
        }
        Path folder = Path.of("/proc", Long.toString(pid));
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no process " + pid);
        }
        List<LevelTarget> found = new ArrayList<>();
        boolean unseen = false;
        for (Path mapped : mapped(folder)) {
            Path lanes = ProcessState.seen(mapped, folder);
            unseen |= !Files.isDirectory(lanes, LinkOption.NOFOLLOW_LINKS);
            add(lanes, lanes.toString(), pid, found);
        }
        if (found.isEmpty()) {
            throw new IOException(
                    "process " + pid
                            + (unseen
                                    ? " has its lanes in a directory that can't be seen from here, such as another container's;"
                                            + " run this beside it"
                                    : " doesn't log through Tailrace, has its lanes in private memory, or has only just started"));
        }
        return found;
    }

    private static Set<Path> mapped(Path folder) throws IOException {
        Set<Path> directories = new TreeSet<>();
        byte[] maps;
        try (var in = Files.newInputStream(folder.resolve("maps"))) {
            maps = in.readNBytes(MOST_MAPS);
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "process " + folder.getFileName() + " belongs to user "
                            + Files.getOwner(folder).getName()
                            + "; levels and limits are set by the user who runs the process",
                    e);
        }
        for (String line : new String(maps, StandardCharsets.UTF_8).split("\n", -1)) {
            Matcher owner = MAPPED_OWNER.matcher(line);
            if (owner.find()) {
                directories.add(Path.of(owner.group(1)));
            }
        }
        return directories;
    }
}
