package dev.tailrace.engine.sink;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The findings about files. */
public final class FileFindings {
    /** Processes that a finding names. */
    private static final int MOST_NAMED = 5;

    static final String NO_READER =
            "its reader is gone, the stream is closed, or another program has set the pipe to O_NONBLOCK";

    private FileFindings() {}

    /** Opening a log file or its lock file failed. */
    public static Finding unwritable(Path file, IOException e) {
        return finding(
                FindingCode.FILE_NOT_WRITABLE,
                "The log file " + file + " can't be opened for writing: " + reason(e) + ".",
                file,
                "Give the user of this process the right to write it, or name another file.");
    }

    public static Finding directory(Path file) {
        return finding(
                FindingCode.FILE_IS_DIRECTORY,
                "The log path " + file + " is a directory.",
                file,
                "Name a file in it, for example " + file.resolve("app.log") + ".");
    }

    /** A log whose path leads to a FIFO, a socket or a device. */
    public static Finding special(Path file) {
        return finding(
                FindingCode.FILE_IS_SPECIAL,
                "The log path " + file + " leads to a FIFO, a socket or a device; it isn't opened.",
                file,
                "Name a regular file, or use a console appender: /dev/stdout and /dev/stderr are consoles, too.");
    }

    public static Finding neverRolled(Path file, String sink) {
        return finding(
                FindingCode.STREAM_NOT_ROLLED,
                "The log path " + file + " leads to the " + sink + ", which can't be rolled; its rolling is ignored.",
                file,
                FindingCode.STREAM_NOT_ROLLED.remedy());
    }

    /** At the end of the process. {@code first}: the oldest of them; {@code what}: is to be done with them. */
    public static Finding notCompressed(Path log, int files, Path first, String what) {
        return finding(
                FindingCode.NOT_COMPRESSED,
                (files == 1 ? "1 rolled file waits" : files + " rolled files wait") + " to be " + what + ", "
                        + (files == 1 ? "" : "the oldest ") + first + ". Nothing is missing in "
                        + (files == 1 ? "it" : "them") + ".",
                log,
                FindingCode.NOT_COMPRESSED.remedy());
    }

    public static Finding directoryUnwritable(Path directory, IOException e) {
        return finding(
                FindingCode.DIRECTORY_NOT_CREATED,
                "The log directory " + directory + " can't be made or written: " + reason(e) + ".",
                directory,
                "Make it and give the user of this process the right to write in it.");
    }

    /**
     * Another engine uses the log, and this one's lines go to another file.
     *
     * @param here whether the other engine is in this process
     */
    public static Finding inUse(Path file, Path instead, boolean here) {
        return finding(
                FindingCode.FILE_IN_USE,
                "The log file " + file + " is written by "
                        + (here ? "another appender of this process" : "another process") + "; this one goes to "
                        + instead + " instead.",
                file,
                here
                        ? "Let the loggers share one appender, or give each appender its own file."
                        : "Give each process its own file, for example with a system property in its name.");
    }

    /** The log's lock file is another user's, or its mode forbids to open it; this process's lines go to another file. */
    public static Finding lockedByOther(String log, String instead, Path lockFile) {
        String owner = owner(lockFile);
        boolean own = owner.equals(user());
        return new Finding(
                FindingCode.FILE_IN_USE,
                "The log " + log + (own ? " can't be shared: the mode of" : " is another user's:") + " its lock file "
                        + lockFile + (own ? " forbids it" : " belongs to " + owner + " and can't be opened")
                        + "; this one goes to " + instead + " instead.",
                null,
                log,
                0,
                List.of(lockFile.toString()),
                own
                        ? "Let its owner read and write it: chmod 600 " + lockFile + "."
                        : "Let each user log to a file of its own. If no process of that user logs to it any more,"
                                + " delete " + lockFile + ".");
    }

    /** {@code name}: as it is used. */
    public static Finding nameNotEncodable(Path name) {
        return finding(
                FindingCode.NAME_NOT_ENCODABLE,
                "The name of the log or of its directory has letters that this process's locale ("
                        + System.getProperty("sun.jnu.encoding")
                        + ") can't encode; each is written as a question mark: "
                        + name + ".",
                name,
                FindingCode.NAME_NOT_ENCODABLE.remedy());
    }

    /** The lock file is another user's, and this process uses it together with its own user's processes. */
    public static Finding lockForeign(String log, Path lockFile) {
        return new Finding(
                FindingCode.LOCK_FILE_FOREIGN,
                "The lock file " + lockFile + " belongs to " + owner(lockFile) + ": each process rolls " + log
                        + " by its own configuration.",
                null,
                log,
                0,
                List.of(lockFile.toString()),
                "Give the lock file to the user of this process: chown " + user() + " " + lockFile
                        + ". If the file system has no owners, mount it with uid= and umask=077.");
    }

    /** The user of this process, who need not have a name. */
    public static String user() {
        Path self = Path.of("/proc/self");
        return Files.exists(self) ? owner(self.resolve(".")) : System.getProperty("user.name", "unknown");
    }

    private static String owner(Path file) {
        try {
            return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
        } catch (IOException | UnsupportedOperationException e) {
            return "another user";
        }
    }

    public static Finding writeFailed(Path file, IOException e) {
        return finding(
                FindingCode.WRITE_FAILED,
                "Writing to " + file + " fails: " + reason(e) + ". Events are kept and tried again.",
                file,
                "Free space on its disk or restore the right to write it; nothing needs to be restarted.");
    }

    public static Finding notLinked(Path file, Path links, IOException e) {
        return finding(
                FindingCode.TARGET_SETTING,
                file + " can't be linked as " + links + ": " + reason(e) + ". The lines in this file are not sent.",
                file,
                "Let this user write the directory, or free space on its disk.");
    }

    public static Finding writeRecovered(Path file) {
        return finding(
                FindingCode.WRITE_RECOVERED,
                "Writing to " + file + " works again.",
                file,
                "Nothing to do: it goes on at the byte where it stopped.");
    }

    static Finding consoleFailed(String console, String why) {
        return new Finding(
                FindingCode.CONSOLE_FAILED,
                "Writing to the " + console + " failed: " + why + ". Lines that can't be written are lost.",
                null,
                null,
                0,
                List.of(),
                "Check what reads this process's output and what System.setOut or setErr was given, or log to a file.");
    }

    static Finding consoleUnread(String console) {
        return Finding.of(
                FindingCode.CONSOLE_NOT_READ,
                "The " + console
                        + " takes no bytes: what reads this process's output stands still. Calls don't wait for it"
                        + " from now on; their lines are queued and written once it is read again.");
    }

    public static Finding rollFailed(Path file, IOException e) {
        return finding(
                FindingCode.ROLL_FAILED,
                "The log file " + file + " can't be rolled: " + reason(e)
                        + ". Logging goes on in the same file; rolling is tried again every second.",
                file,
                reason(e).contains("busy")
                        ? "The file is a mount of its own, as with docker run -v FILE:FILE, and can't be renamed: mount its"
                                + " directory."
                        : "Give the user of this process the right to write in " + file.getParent() + ".");
    }

    public static Finding archivingFailed(Path finished, boolean compressing, IOException e) {
        return finding(
                compressing ? FindingCode.COMPRESSION_FAILED : FindingCode.ARCHIVING_FAILED,
                "The finished log file " + finished + " can't be " + (compressing ? "compressed" : "put in its place")
                        + ": " + reason(e) + ". It is kept and tried again.",
                finished,
                "Check space and rights in the directory that the rolling file name pattern names.");
    }

    public static Finding pruningFailed(Path old, IOException e) {
        return finding(
                FindingCode.PRUNE_FAILED,
                "The old log file " + old + " can't be deleted: " + reason(e) + ".",
                old,
                "Check the rights of its directory, or delete it by hand.");
    }

    public static Finding wouldDelete(Path base, int files, List<String> first) {
        return new Finding(
                FindingCode.DELETE_TESTED,
                "A <Delete> in test mode would have deleted " + files + " files below " + base
                        + (files > first.size() ? ", these " + first.size() + " and others." : ".")
                        + " Nothing was deleted.",
                null,
                base.toString(),
                0,
                first,
                FindingCode.DELETE_TESTED.remedy());
    }

    public static Finding changedOutside(Path file, String what) {
        boolean inTheWay = Files.exists(file) && !Files.isRegularFile(file);
        return finding(
                FindingCode.FILE_CHANGED,
                "The log file " + file + " was " + what + " by another program; logging goes on in "
                        + (inTheWay ? "the former file: what is there now isn't a file." : "a file of that name."),
                file,
                inTheWay
                        ? "Remove " + file + "; a file of that name is made within a second."
                        : "If a log rotation tool did it, let only one of the two roll this file.");
    }

    /**
     * Processes that share a log are configured with different rollings.
     *
     * @param log its path
     * @param recorded the rolling in use, for people
     * @param own what this process wants instead
     * @param pids of the processes that the rolling in use is from, as far as they are known
     */
    public static Finding rollingDisagrees(String log, String recorded, String own, List<Long> pids) {
        String others = pids.isEmpty() ? "another process" : processes(pids);
        boolean several = pids.size() > 1;
        return new Finding(
                FindingCode.ROLLING_DISAGREES,
                "The rolling in use is that of " + others + ", which " + (several ? "were" : "was") + " there first: "
                        + recorded + ". This process ("
                        + ProcessHandle.current().pid() + ") wants: " + own
                        + "; that is used as soon as " + (pids.isEmpty() ? "the other" : others)
                        + (several ? " have" : " has") + " ended.",
                null,
                log,
                0,
                List.of(),
                "Give all processes the same fileNamePattern, sizes and history (the layout's pattern may differ), and"
                        + " restart those with the old configuration; no line is lost. ./tailrace verify names them.");
    }

    private static String processes(List<Long> pids) {
        if (pids.size() == 1) {
            return "process " + pids.get(0);
        }
        StringBuilder text = new StringBuilder("processes ");
        for (int i = 0; i < Math.min(MOST_NAMED, pids.size()); i++) {
            text.append(i == 0 ? "" : i == pids.size() - 1 ? " and " : ", ").append(pids.get(i));
        }
        int more = pids.size() - MOST_NAMED;
        return text + (more > 0 ? " and " + more + " more" : "");
    }

    /**
     * The log is shared, but not with this process, which can't reach the others' lanes.
     *
     * @param log its path
     * @param lockFile the log's
     * @param lanes the lane directory that the log's lock file names
     * @param why without a full stop
     */
    public static Finding lanesUnreachable(String log, Path lockFile, Path lanes, String why) {
        return new Finding(
                FindingCode.LANES_UNREACHABLE,
                "The processes that log to " + log + " have their lanes in " + lanes
                        + ", which this process can't use: " + why + ".",
                null,
                log,
                0,
                List.of(lanes.toString(), lockFile.toString()),
                "Let all of them see the same " + lanes + " (in containers: mount the same tmpfs there),"
                        + " or give this process its own log file.");
    }

    public static Finding patternUnusable(String pattern, String why, String consequence) {
        return new Finding(
                FindingCode.BAD_FILE_NAME_PATTERN,
                "The fileNamePattern \"" + pattern + "\" can't be used: " + why + ". " + consequence,
                null,
                null,
                0,
                List.of(pattern),
                "Write for example logs/app.%d{yyyy-MM-dd}.%i.log.gz for rolling by time and size,"
                        + " or logs/app.%i.log.gz for a fixed window.");
    }

    public static Finding compressionMissing(String pattern, String suffix) {
        return new Finding(
                FindingCode.COMPRESSION_MISSING,
                "The fileNamePattern \"" + pattern + "\" ends with " + suffix
                        + ", which needs the module tailrace-compress; .gz is used instead.",
                null,
                null,
                0,
                List.of(pattern),
                FindingCode.COMPRESSION_MISSING.remedy());
    }

    private static Finding finding(FindingCode code, String cause, Path file, String remedy) {
        return new Finding(code, cause, null, file.toString(), 0, List.of(), remedy);
    }

    /** An exception as a sentence: the messages of file system exceptions are often just the path. */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "something of that name is in the way";
        }
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return reason == null ? e.toString() : reason;
    }
}
