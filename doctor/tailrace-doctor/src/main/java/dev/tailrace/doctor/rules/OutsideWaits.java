package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Stalls;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Threads that wait for a database, another service or the name service. */
final class OutsideWaits implements DiagnosisRule {
    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (Stall each : Stalls.outside(ruleContext.timeline())) {
            Kind kind = Kind.valueOf(each.key());
            if (isSick(ruleContext.timeline(), each, kind)) {
                findings.add(finding(ruleContext.timeline(), each, kind));
            }
        }
        return findings;
    }

    /** That threads wait outside is their life; that the same ones stand still for long is not. */
    private static boolean isSick(Timeline timeline, Stall stall, Kind kind) {
        int peak = stall.peak().waiters().size();
        if (timeline.isSeries()) {
            return stall.still() >= 3;
        }
        long busy = Math.max(1, stall.peak().moment().busy());
        return kind == Kind.POOL ? peak >= 5 : peak >= 10 && peak * 2L >= busy;
    }

    private static DiagnosisFinding finding(Timeline timeline, Stall stall, Kind kind) {
        DiagnosisCode diagnosisCode = switch (kind) {
            case POOL -> DiagnosisCode.POOL_EXHAUSTED;
            case DATABASE -> DiagnosisCode.SLOW_DATABASE;
            case DNS -> DiagnosisCode.SLOW_NAME_SERVICE;
            default -> DiagnosisCode.SLOW_SERVICE;
        };
        int peak = stall.peak().waiters().size();
        String what = kind.outside();
        Optional<ThreadSnapshot> connected =
                kind == Kind.POOL ? connected(stall.peak().moment()) : Optional.empty();
        StringBuilder cause = new StringBuilder(EvidenceFormat.threadsWait(peak) + " for " + what);
        if (stall.still() > 0) {
            cause.append(String.format(
                    Locale.ROOT, ", %,d of them for longer than from one dump to the next", stall.still()));
        }
        cause.append(connected.isPresent() ? "; those that have one wait for the database" : "")
                .append(
                        kind == Kind.POOL && connected.isEmpty()
                                ? "; what those do that have one is not seen."
                                : "; logging has no part in it.");
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        ThreadSnapshot still = stall.peak().waiters().stream()
                .filter(each -> each.still() > 0)
                .findFirst()
                .orElse(stall.peak().waiters().get(0));
        evidence.add(EvidenceFormat.stack(
                connected.orElse(still), Kind.NETWORK, connected.isPresent() ? Kind.DATABASE : kind));
        EvidenceFormat.callers(stall.waiters()).ifPresent(evidence::add);
        DiagnosisFinding found = DiagnosisFinding.of(
                        diagnosisCode,
                        cause.toString(),
                        connected
                                .map(each -> each.name() + " waits for the database")
                                .orElse(what),
                        stall.peak().moment().sample().source(),
                        evidence,
                        stall.threadSeconds())
                .about(new Blockage(
                        stall.peak().moment(),
                        connected.map(List::of).orElse(List.of()),
                        stall.peak().waiters()));
        return kind == Kind.POOL && connected.isEmpty() ? found.withoutComparison() : found;
    }

    private static Optional<ThreadSnapshot> connected(DumpSnapshot dumpSnapshot) {
        return dumpSnapshot.threads().stream()
                .filter(each ->
                        each.stack().work() == Kind.DATABASE && !each.stack().isInLogging())
                .findFirst();
    }
}
