package dev.tailrace.guest.level;

import dev.tailrace.level.LevelAnswer;
import java.util.List;

/**
 * What became of a request to one process.
 *
 * @param process the number
 * @param log the log that it was found by
 * @param outcome how it went
 * @param why there is no answer, a sentence without a full stop and without a capital; empty: there is
 * @param loggers those with a level of their own
 * @param more how many of them are left out
 */
public record LevelReply(
        long process, String log, Outcome outcome, String why, List<LevelAnswer.State> loggers, int more) {
    /** How a request ended. */
    public enum Outcome {
        /** It is done. */
        DONE,
        /** The process has refused it; nothing was changed there. */
        REFUSED,
        /** There was no answer in time; the request is taken back, unless the words say otherwise. */
        SILENT,
        /** The process can't be asked. */
        UNABLE
    }

    static LevelReply of(LevelTarget process, LevelAnswer answer) {
        Outcome outcome = answer.refusal().isEmpty() ? Outcome.DONE : Outcome.REFUSED;
        return new LevelReply(process.pid(), process.log(), outcome, answer.refusal(), answer.loggers(), answer.more());
    }

    static LevelReply without(LevelTarget process, Outcome outcome, String why) {
        return new LevelReply(process.pid(), process.log(), outcome, why, List.of(), 0);
    }
}
