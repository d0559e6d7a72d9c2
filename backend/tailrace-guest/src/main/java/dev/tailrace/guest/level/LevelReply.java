package dev.tailrace.guest.level;

import dev.tailrace.level.LevelAnswer;
import java.util.List;

/**
 * The result of a request to one process.
 *
 * @param process the process id
 * @param here whether it has this process id here; else it is in another PID namespace, and has it there
 * @param log the log by which the process was found
 * @param outcome the kind of result
 * @param why there is no answer, a sentence without a full stop and without a capital; empty: there is one
 * @param loggers the loggers with a level of their own
 * @param limits the limits that were set at run time
 * @param more the number of loggers left out
 */
public record LevelReply(
        long process,
        boolean here,
        String log,
        Outcome outcome,
        String why,
        List<LevelAnswer.State> loggers,
        List<LevelAnswer.LimitState> limits,
        int more) {
    /** How a request ended. */
    public enum Outcome {
        /** The process has carried out the request. */
        DONE,
        /** The process has refused the request; nothing was changed there. */
        REFUSED,
        /** There was no answer in time; the request is withdrawn, unless the reason says otherwise. */
        SILENT,
        /** The process can't be asked. */
        UNABLE
    }

    static LevelReply of(LevelTarget process, LevelAnswer answer) {
        Outcome outcome = answer.refusal().isEmpty() ? Outcome.DONE : Outcome.REFUSED;
        return new LevelReply(
                process.pid(),
                process.here(),
                process.log(),
                outcome,
                answer.refusal(),
                answer.loggers(),
                answer.limits(),
                answer.more());
    }

    static LevelReply without(LevelTarget process, Outcome outcome, String why) {
        return new LevelReply(process.pid(), process.here(), process.log(), outcome, why, List.of(), List.of(), 0);
    }
}
