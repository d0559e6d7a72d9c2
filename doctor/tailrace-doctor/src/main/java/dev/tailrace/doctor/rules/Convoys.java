package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.Blocker;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Stalls;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaitGraph;
import dev.tailrace.doctor.timeline.WaiterGroup;
import dev.tailrace.probe.evidence.Lock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Threads that queue for a lock that is not logging's. */
final class Convoys implements DiagnosisRule {
    private static final int LEAST_MOMENTS = 3;

    private static final Pattern TAKES_WORK =
            Pattern.compile(".*\\.(?:accept|select|take|poll|getTask|receive|readMessage)\\w*");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (Stall each : Stalls.ofLocks(ruleContext.timeline())) {
            WaiterGroup telling = each.telling().orElse(each.peak());
            Blocker holder = telling.blocker();
            if (LoggingWaits.isBehindDeadlock(each) || isInTurn(each, holder)) {
                continue;
            }
            // The holder of the lock can't log: that is the finding, and this its consequence.
            boolean behindLogging = holder != null && holder.thread().doing() == ThreadActivity.WAITS_TO_LOG;
            if (isSick(ruleContext.timeline(), each) && !(behindLogging && isFound(ruleContext, holder))) {
                findings.add(finding(ruleContext.timeline(), each, telling, holder));
            } else if (!behindLogging
                    && !ruleContext.timeline().isSeries()
                    && each.peak().waiters().size() >= 2) {
                // One dump can't distinguish a queue that stands still from one that moves.
                DiagnosisFinding found = finding(ruleContext.timeline(), each, telling, holder);
                findings.add(found.severity("info"));
            }
        }
        return findings;
    }

    /** Whether the stall is only idle pool threads that queue for the next task: the thread that holds the lock waits in a native call. */
    private static boolean isInTurn(Stall stall, @Nullable Blocker holder) {
        return holder != null
                && holder.thread().stack().isInNative()
                && TAKES_WORK.matcher(stall.key()).matches();
    }

    /** Whether the holder is one of those that are found to wait in log calls. */
    private static boolean isFound(RuleContext ruleContext, @Nullable Blocker holder) {
        return holder != null
                && ruleContext.logging().stream()
                        .filter(each -> LoggingWaits.isReported(ruleContext.timeline(), each))
                        .flatMap(each -> each.waiters().stream())
                        .anyMatch(each -> each.identity().equals(holder.thread().identity()));
    }

    private static boolean isSick(Timeline timeline, Stall stall) {
        int peak = stall.peak().waiters().size();
        long busy = Math.max(1, stall.peak().moment().busy());
        if (!timeline.isSeries()) {
            return peak >= 5 && peak * 5L >= busy;
        }
        long waiting = stall.waiters().size();
        return stall.still() >= 3
                || isStuckThroughout(timeline, stall)
                || (waiting * 10 >= timeline.busy() * 3
                        && waiting >= 4L * timeline.moments().size());
    }

    /** Few threads, but the same ones in each dump, behind a holder that doesn't move either. */
    private static boolean isStuckThroughout(Timeline timeline, Stall stall) {
        WaiterGroup last = stall.last();
        Blocker holder = last.blocker();
        int moments = timeline.moments().size();
        return moments >= LEAST_MOMENTS
                && last.moment().index() == moments - 1
                && holder != null
                && holder.thread().still() == moments - 1
                && last.waiters().stream().anyMatch(each -> each.still() == moments - 1);
    }

    private static DiagnosisFinding finding(
            Timeline timeline, Stall stall, WaiterGroup telling, @Nullable Blocker holder) {
        int peak = stall.peak().waiters().size();
        String type = telling.waiters().stream()
                .flatMap(each -> each.thread().locks().stream())
                .filter(each -> each.stops() && !each.type().isEmpty())
                .map(Lock::type)
                .findFirst()
                .orElse("a lock");
        StringBuilder cause = new StringBuilder()
                .append(String.format(
                        Locale.ROOT, "%s at %s for %s. ", EvidenceFormat.threadsWait(peak), stall.key(), type));
        boolean logs = false;
        if (holder == null) {
            cause.append(
                    "Its holder is not seen, so what it does meanwhile isn't known; jstack -l shows holders of locks that are no"
                            + " monitors.");
        } else {
            ThreadSnapshot last = WaitGraph.of(telling.moment()).root(holder.thread());
            logs = holder.thread().stack().isInLogging() || last.stack().isInLogging();
            cause.append(holder.thread().name()).append(" holds it and ").append(EvidenceFormat.does(holder));
            if (!last.identity().equals(holder.thread().identity())) {
                cause.append(", behind ").append(last.name());
            }
            cause.append(logs ? ", inside of a log call." : "; logging has no part in it.");
        }
        boolean lookup = holder != null && holder.work() == Kind.DNS;
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        if (holder != null) {
            evidence.add(
                    holder.work() == null
                            ? EvidenceFormat.stack(holder.thread())
                            : EvidenceFormat.stack(holder.thread(), holder.work()));
        }
        evidence.add(EvidenceFormat.stack(telling.waiters().get(0)));
        DiagnosisFinding found = DiagnosisFinding.of(
                        logs
                                ? DiagnosisCode.HOLDER_LOGS
                                : lookup ? DiagnosisCode.SLOW_NAME_SERVICE : DiagnosisCode.LOCK_CONVOY,
                        cause.toString(),
                        holder == null ? null : holder.thread().name() + " " + EvidenceFormat.does(holder),
                        stall.peak().moment().sample().source(),
                        evidence,
                        stall.threadSeconds())
                .about(Blockage.of(telling.moment(), holder, telling.waiters()));
        return holder == null ? found.withoutComparison() : found;
    }
}
