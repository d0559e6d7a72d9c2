package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins logs, each together with the processes that log to it already, or a neighbour log where this process can't reach those. Chooses the
 * lane directory of a log that no process uses. For one thread at a time.
 */
final class LogJoin {
    private static final Set<String> NETWORK_FILE_SYSTEMS =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "ceph", "glusterfs", "lustre");

    /** How long all logs together may wait in vain for other processes at a start. */
    private static final long START_NANOS = 1_200_000_000L;
    /** A neighbour's record is usually valid, and there can be many. */
    private static final long NEIGHBOUR_NANOS = 100_000_000L;

    private final EngineListener listener;
    /** What is left of the time to wait; full again when nothing was joined for a while, as before a reload. */
    private long patience = START_NANOS;

    private long joinedAt = System.nanoTime();

    LogJoin(EngineListener listener) {
        this.listener = listener;
    }

    /** There is no room for lanes where other processes could find them. */
    static final class NoSharedLanesException extends SinkUnavailableException {
        private static final long serialVersionUID = 1L;

        private final String reason;

        NoSharedLanesException(Path where, IOException e) {
            super(FileFindings.unwritable(where, e), e);
            reason = String.valueOf(e.getMessage());
        }

        /** The system's, with the path of the file that is meant, which may be in another directory. */
        String reason() {
            return reason;
        }
    }

    /** Joins a log, or a neighbour, that no other process drains: with lanes in private memory a process must drain itself. */
    SharedLog joinAlone(LogFile wanted) throws SinkUnavailableException {
        IOException failure = new IOException("all neighbours are taken");
        for (int n = 0; n < SharedLog.MAX_NEIGHBOURS; n++) {
            LogFile file = n == 0 ? wanted : wanted.neighbour(n);
            try {
                SharedLog log = SharedLog.joinAlone(file, listener, listener::report);
                if (log != null) {
                    reportNeighbour(wanted, file, n);
                    return log;
                }
            } catch (IOException e) {
                // Such as a lock file of another version: a neighbour's may be usable.
                failure = e;
            }
        }
        throw new SinkUnavailableException(FileFindings.unwritable(wanted.lockFile(), failure), failure);
    }

    /** Joins the log, or a neighbour if this process can't reach the processes that log to it. */
    SharedLog join(LogFile wanted, LogSettings own) throws SinkUnavailableException {
        for (int n = 0; n < SharedLog.MAX_NEIGHBOURS; n++) {
            LogFile file = n == 0 ? wanted : wanted.neighbour(n);
            try {
                SharedLog log = join(file, n > 0, own);
                if (log != null) {
                    reportNeighbour(wanted, file, n);
                    return log;
                }
            } catch (IOException e) {
                throw new NoSharedLanesException(file.lockFile(), e);
            }
        }
        throw new SinkUnavailableException(
                FileFindings.unwritable(wanted.lockFile(), new IOException("all neighbours are taken")));
    }

    private @Nullable SharedLog join(LogFile file, boolean neighbour, LogSettings own) throws IOException {
        long begin = System.nanoTime();
        if (begin - joinedAt > START_NANOS) {
            patience = START_NANOS;
        }
        long most = neighbour ? Math.min(patience, NEIGHBOUR_NANOS) : patience;
        SharedLog log = SharedLog.join(file, most, () -> laneDirectory(file, own), listener, listener::report);
        joinedAt = System.nanoTime();
        if (log == null) {
            patience = Math.max(0, patience - (joinedAt - begin));
        }
        return log;
    }

    private void reportNeighbour(LogFile wanted, LogFile taken, int n) {
        if (n > 0) {
            listener.report(FileFindings.inUse(Path.of(wanted.description()), Path.of(taken.description()), false));
        }
    }

    /** The directory that this process would choose for the lanes of a log; null when it could use none. */
    private @Nullable Path laneDirectory(LogFile file, LogSettings own) {
        LaneDirectory choice = LaneDirectory.choose(file.lockFile(), own.directory(), own.parentDirectory());
        for (LaneDirectory.Refusal refusal : choice.refusals()) {
            listener.report(Finding.of(codeOf(refusal), refusal.text()).about(file.description()));
        }
        Path directory = choice.directory();
        if (directory == null) {
            listener.report(Finding.of(
                    FindingCode.LANES_IN_PRIVATE_MEMORY,
                    "No directory for the lanes of " + file.description() + " can be used."));
            return null;
        }
        reportSurroundings(file, choice, own);
        if (!choice.isMemory()) {
            listener.report(Finding.of(
                    FindingCode.LANES_BESIDE_FILE,
                    "The lanes of " + file.description() + " are in " + directory + "."));
        }
        return directory;
    }

    private void reportSurroundings(LogFile file, LaneDirectory choice, LogSettings own) {
        if (choice.isMemory()
                && own.parentDirectory() == null
                && own.directory() == null
                && ProcessHandle.current().pid() == 1) {
            listener.reportOnce(Finding.of(
                    FindingCode.PRIVATE_TO_CONTAINER,
                    "This process is number 1 of its container, and its lanes are in " + choice.directory() + "."));
        }
        try {
            String type = Files.getFileStore(file.lockFile()).type();
            if (NETWORK_FILE_SYSTEMS.contains(type)) {
                listener.report(Finding.of(
                        FindingCode.NETWORK_FILE_SYSTEM,
                        file.description() + " is on a file system of type " + type + "."));
            }
        } catch (IOException e) {
            // The file system is unknown: no finding about it.
            return;
        }
    }

    private static FindingCode codeOf(LaneDirectory.Refusal refusal) {
        return switch (refusal.reason()) {
            case FOREIGN -> FindingCode.LANE_DIRECTORY_FOREIGN;
            case OPEN -> FindingCode.LANE_DIRECTORY_OPEN;
            case LINK -> FindingCode.LANE_DIRECTORY_LINK;
            case FULL -> FindingCode.SHARED_MEMORY_FULL;
            case UNUSABLE -> FindingCode.LANE_DIRECTORY_UNUSABLE;
        };
    }
}
