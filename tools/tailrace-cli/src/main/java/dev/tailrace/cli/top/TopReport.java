package dev.tailrace.cli.top;

import dev.tailrace.destination.TargetFigures;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.level.LevelAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All logs at one moment. Fields that are not known are null.
 *
 * @param schema changes when a field means something else
 * @param takenMillis milliseconds since 1970
 * @param seconds since the look before, which rates are for; null: there was none
 * @param remarks what could not be looked at, in plain sentences
 */
public record TopReport(
        int schema, long takenMillis, @Nullable Double seconds, List<LogRow> logs, List<String> remarks) {
    static final int SCHEMA = 1;

    /** The known state of a process. */
    public enum State {
        RUNNING,
        /** By SIGSTOP or a debugger. */
        STOPPED,
        DEAD
    }

    /**
     * A log. Sums are over its processes.
     *
     * @param trouble the reason to look at it, in a few words; empty: none
     * @param remark what is wrong with it, or can't be seen; empty: nothing
     * @param unreadable whether {@code remark} says why nothing else is known
     * @param drained whether a process writes it; null: not known
     * @param drainerPid null: none, or not known
     * @param waitingLines that are in lanes or on disk and not in a batch
     * @param oldestMillis age of the oldest of these
     * @param fileBytes size of the file that is written now
     * @param rollAtMillis when it is rolled by the clock, milliseconds since 1970
     * @param rollBytes from which size on it is rolled
     * @param rollPercent how much of that it has
     * @param archiverBacklog rolled files that are not compressed or moved yet
     * @param sampledLines lines of the last batches that {@code loudest} was counted in
     * @param limits that were set at run time in its processes
     * @param target to which the lines are sent as records; null: none
     */
    public record LogRow(
            String log,
            String trouble,
            String remark,
            boolean unreadable,
            @Nullable Boolean drained,
            @Nullable Long drainerPid,
            @Nullable Double linesPerSecond,
            @Nullable Double bytesPerSecond,
            long waitingLines,
            long waitingBytes,
            @Nullable Long oldestMillis,
            long memoryBytes,
            long spillBytes,
            long waits,
            long limited,
            long dropped,
            long fileBytes,
            @Nullable Long rollAtMillis,
            @Nullable Long rollBytes,
            @Nullable Long rollPercent,
            long archiverBacklog,
            int sampledLines,
            List<Loud> loudest,
            List<Dropped> droppedByLogger,
            List<Dropped> droppedByLevel,
            List<ProcessRow> processes,
            List<LevelAnswer.LimitState> limits,
            @Nullable TargetFigures target) {
        /** Whether it stands for the consoles of processes without log files. */
        boolean isConsole() {
            return log.equals(LogView.CONSOLES);
        }
    }

    /**
     * A process that has lanes of a log.
     *
     * @param pid 0: not known
     * @param here whether it has this id here; else it is in another PID namespace, and has it there
     * @param name of its program, as far as the kernel says it
     * @param linesPerSecond bytes divided by the mean length of sampled lines
     * @param bytesPerSecond of lines that it logged
     * @param memoryBytes of its rings
     * @param memoryCap what the rings of all its logs may take
     * @param waits log calls that waited for room, ever
     * @param limited events that limits held back, ever
     * @param dropped events, ever
     * @param unreported those of them that the log doesn't report yet
     */
    public record ProcessRow(
            long pid,
            boolean here,
            String name,
            String owner,
            State state,
            @Nullable Long startMillis,
            boolean drains,
            @Nullable Double linesPerSecond,
            @Nullable Double bytesPerSecond,
            long waitingLines,
            long waitingBytes,
            @Nullable Long oldestMillis,
            long memoryBytes,
            @Nullable Long memoryCap,
            long spillBytes,
            @Nullable Long spillCap,
            long waits,
            long limited,
            long dropped,
            long unreported,
            String remark) {}

    /**
     * A logger at a level, among the sampled lines.
     *
     * @param logger as the line has it; ? where it can't be seen
     * @param percent of the sampled lines
     */
    public record Loud(String logger, String level, long lines, long percent) {}

    /** Events that were dropped, by logger or level. */
    public record Dropped(String name, long events) {}
}
