package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A thread that stands in the write of a log call over a series, while no other thread waits for it: other rules count those. */
final class LoneWriters implements DiagnosisRule {
    private static final Set<Kind> WRITES = EnumSet.of(
            Kind.FILE, Kind.STDOUT, Kind.NETWORK, Kind.MAIL, Kind.DATABASE, Kind.REMOTE, Kind.FILE_LOCK, Kind.MOVE);

    /** Fewer dumps in a row at one place may be chance. */
    private static final int LEAST_STILL = 3;

    private static final double LEAST_SECONDS = 2;

    @Override
    public Set<Class<? extends EvidenceItem>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        if (timeline.moments().size() <= LEAST_STILL || !timeline.isTimed()) {
            return List.of();
        }
        Set<String> known = ruleContext.logging().stream()
                .flatMap(each -> each.groups().stream())
                .filter(each -> each.blocker() != null)
                .map(each -> each.blocker().thread().identity())
                .collect(Collectors.toSet());
        List<DiagnosisFinding> findings = new ArrayList<>();
        DumpSnapshot last = timeline.moments().get(timeline.moments().size() - 1);
        for (ThreadSnapshot each : last.threads()) {
            if (isStuck(each) && !known.contains(each.identity())) {
                double since =
                        timeline.moments().get(last.index() - each.still()).second();
                if (last.second() - since >= LEAST_SECONDS) {
                    findings.add(
                            finding(ruleContext, each, last.second() - since).about(Blockage.of(last, each)));
                }
            }
        }
        return findings;
    }

    /** Where the processor time isn't known, a busy writer is at the same place in each dump, too. */
    private static boolean isStuck(ThreadSnapshot threadSnapshot) {
        Kind work = threadSnapshot.stack().work();
        return threadSnapshot.still() >= LEAST_STILL
                && !Double.isNaN(threadSnapshot.thread().cpuSeconds())
                && threadSnapshot.stack().isInNative()
                && threadSnapshot.stack().isInLogging()
                && work != null
                && WRITES.contains(work);
    }

    private static DiagnosisFinding finding(RuleContext ruleContext, ThreadSnapshot threadSnapshot, double seconds) {
        Kind work = threadSnapshot.stack().work();
        String stream = work == Kind.STDOUT
                ? LoggingWaits.stream(ruleContext, threadSnapshot)
                        .map(StandardStream::text)
                        .map(each -> " " + each)
                        .orElse("")
                : "";
        return DiagnosisFinding.of(
                DiagnosisCode.STUCK_IN_LOG_CALL,
                String.format(
                                Locale.ROOT,
                                "%s %s inside of a log call and has stood there for %s, in %,d dumps in a row. No other thread waits for it yet.",
                                threadSnapshot.name(),
                                EvidenceFormat.does(threadSnapshot, work),
                                EvidenceFormat.seconds(seconds),
                                threadSnapshot.still() + 1)
                        + stream,
                threadSnapshot.name() + " " + EvidenceFormat.does(threadSnapshot, work),
                threadSnapshot.thread().source(),
                List.of(EvidenceFormat.stack(threadSnapshot, work == null ? Kind.GUARD : work, Kind.GUARD, Kind.API)),
                seconds);
    }
}
