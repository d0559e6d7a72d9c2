package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A thread that stands in the write of a log call over a series; where others wait for it, {@link LoggingWaits} reports it. */
final class LoneWriters implements DiagnosisRule {
    private static final Set<Kind> WRITES = EnumSet.of(
            Kind.FILE, Kind.STDOUT, Kind.NETWORK, Kind.MAIL, Kind.DATABASE, Kind.REMOTE, Kind.FILE_LOCK, Kind.MOVE);

    /** Fewer dumps in a row at one place may be chance. */
    private static final int LEAST_STILL = 3;

    private static final double LEAST_SECONDS = 2;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        Set<String> known = ruleContext.logging().stream()
                .filter(each -> LoggingWaits.isReported(timeline, each))
                .flatMap(each -> each.blockers().stream())
                .map(each -> each.thread().identity())
                .collect(Collectors.toSet());
        known.addAll(SlowAppenders.reported(timeline));
        List<DiagnosisFinding> findings = new ArrayList<>();
        if (!timeline.isSeries()) {
            return findings;
        }
        DumpSnapshot last = timeline.last();
        for (ThreadSnapshot each : last.threads()) {
            boolean stuck = isStuckForLong(timeline, last, each) || isStuckInTooFew(timeline, each);
            if (stuck && !known.contains(each.identity())) {
                findings.add(finding(ruleContext, last, each, timeline.stood(last, each.still()))
                        .about(Blockage.of(last, each)));
            }
        }
        return findings;
    }

    /** Whether a thread stands in the write of a log call, in so many dumps and for so long that it is no chance. */
    static boolean isStuckForLong(Timeline timeline, DumpSnapshot dumpSnapshot, ThreadSnapshot threadSnapshot) {
        return timeline.isTimed()
                && threadSnapshot.still() >= LEAST_STILL
                && isStuck(threadSnapshot)
                && timeline.stood(dumpSnapshot, threadSnapshot.still()) >= LEAST_SECONDS;
    }

    /** Whether the thread is at the same place in each of a few dumps, which don't show whether that lasts. */
    private static boolean isStuckInTooFew(Timeline timeline, ThreadSnapshot threadSnapshot) {
        int dumps = timeline.moments().size();
        return dumps <= LEAST_STILL && threadSnapshot.still() == dumps - 1 && isStuck(threadSnapshot);
    }

    /** Where the processor time isn't known, a busy writer is at the same place in each dump, too. */
    private static boolean isStuck(ThreadSnapshot threadSnapshot) {
        Kind work = threadSnapshot.stack().work();
        return threadSnapshot.still() > 0
                && !Double.isNaN(threadSnapshot.thread().cpuSeconds())
                && threadSnapshot.stack().isInNative()
                && threadSnapshot.stack().logs()
                && work != null
                && WRITES.contains(work);
    }

    private static DiagnosisFinding finding(
            RuleContext ruleContext, DumpSnapshot last, ThreadSnapshot threadSnapshot, double seconds) {
        Timeline timeline = ruleContext.timeline();
        Kind work = threadSnapshot.stack().work();
        boolean tailrace = "tailrace".equals(threadSnapshot.workerOf());
        int dumps = threadSnapshot.still() + 1;
        StringBuilder cause = new StringBuilder(threadSnapshot.name())
                .append(' ')
                .append(EvidenceFormat.does(threadSnapshot, work))
                .append(tailrace ? "" : " inside of a log call")
                .append(" and has stood there");
        if (timeline.isTimed()) {
            cause.append(" for ").append(EvidenceFormat.seconds(seconds)).append(',');
        }
        cause.append(String.format(Locale.ROOT, " in %,d dumps in a row. ", dumps))
                .append(
                        isStuckForLong(timeline, last, threadSnapshot)
                                ? ""
                                : "That is too few to judge: take seven more, a second apart. ")
                .append(waiters(ruleContext, last, threadSnapshot, tailrace));
        if (work == Kind.STDOUT) {
            cause.append(' ').append(LoggingWaits.streamText(ruleContext, threadSnapshot));
        }
        DiagnosisFinding found = DiagnosisFinding.of(
                DiagnosisCode.STUCK_IN_LOG_CALL,
                cause.toString(),
                threadSnapshot.name() + " " + EvidenceFormat.does(threadSnapshot, work),
                threadSnapshot.thread().source(),
                List.of(EvidenceFormat.stack(threadSnapshot, work == null ? Kind.GUARD : work, Kind.GUARD, Kind.API)),
                seconds);
        return work == Kind.STDOUT
                ? found.instead(
                        tailrace
                                ? FullLogs.UNREAD
                                : DiagnosisCode.WAITS_FOR_STDOUT.text().remedy())
                : found;
    }

    private static String waiters(
            RuleContext ruleContext, DumpSnapshot last, ThreadSnapshot threadSnapshot, boolean tailrace) {
        long waiters = ruleContext.logging().stream()
                .map(Stall::last)
                .filter(each -> each.moment().index() == last.index()
                        && each.isBlockedBy(
                                blocker -> blocker.thread().identity().equals(threadSnapshot.identity())))
                .mapToLong(each -> each.waiters().size())
                .sum();
        if (waiters > 0) {
            return EvidenceFormat.threadsWait((int) waiters) + " for it.";
        }
        return tailrace
                ? "No caller waits yet: lines gather in Tailrace's memory. When it is full, callers wait or lines are dropped, as whenFull says."
                : "No other thread waits for it yet.";
    }
}
