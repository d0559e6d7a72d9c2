package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.Blocker;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaiterGroup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What dumps show of callers that wait for room in Tailrace's memory: which output is slow, and what to do. */
final class FullLogs {
    /** The remedy where the console of a process that has Tailrace is not read. */
    static final String UNREAD =
            "See what reads standard output, and start it again or let it read faster; log less to the console, or to a file"
                    + " only. <tailrace whenFull=\"drop-below WARN\"/> drops what matters least where callers would wait, a higher"
                    + " memory only puts it off.";

    private FullLogs() {}

    static DiagnosisFinding finding(
            RuleContext ruleContext, Stall stall, WaiterGroup telling, @Nullable Blocker blocker) {
        Timeline timeline = ruleContext.timeline();
        boolean console = blocker != null && blocker.work() == Kind.STDOUT;
        StringBuilder cause = new StringBuilder(
                        EvidenceFormat.threadsWait(stall.peak().waiters().size()))
                .append(" for room in Tailrace's memory");
        if (timeline.isTimed() && stall.seconds() > 0) {
            cause.append(" for ").append(EvidenceFormat.seconds(stall.seconds()));
        }
        cause.append(": ");
        if (blocker == null) {
            cause.append("no thread here is seen to write the log; another process may write it.");
        } else {
            cause.append(blocker.thread().name()).append(' ').append(EvidenceFormat.does(blocker));
            if (console) {
                cause.append(", which isn't read fast enough. ")
                        .append(LoggingWaits.streamText(ruleContext, blocker.thread()));
            } else {
                cause.append(blocker.work() == Kind.FILE ? ", and the disk is slow." : ".");
            }
        }
        ChainOfWaits chain = ChainOfWaits.of(stall, telling);
        cause.append(chain.text()).append(" A call waits up to maxWait; then its event is dropped and counted.");
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        if (blocker != null) {
            evidence.add(EvidenceFormat.stack(
                    blocker.thread(), blocker.work() == null ? Kind.WORKER : blocker.work(), Kind.WORKER));
        }
        EvidenceFormat.callers(stall.waiters()).ifPresent(evidence::add);
        DiagnosisFinding found = DiagnosisFinding.of(
                        DiagnosisCode.LOG_FULL,
                        cause.toString(),
                        blocker == null ? null : blocker.thread().name() + " " + EvidenceFormat.does(blocker),
                        stall.peak().moment().sample().source(),
                        evidence,
                        stall.threadSeconds())
                .about(Blockage.of(chain.group().moment(), blocker, chain.victims()));
        return console ? found.instead(UNREAD) : found;
    }
}
