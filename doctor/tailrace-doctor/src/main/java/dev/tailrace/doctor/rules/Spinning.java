package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A thread that waits for events by asking for them without end. */
final class Spinning implements DiagnosisRule {
    private static final int LEAST_MOMENTS = 2;
    /** A share of a processor. Where others want it, too, not even a loop without end gets all of it. */
    private static final double LEAST_SHARE = 0.25;
    /** Used between dumps whose times aren't known. */
    private static final double LEAST_SECONDS = 0.5;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        Map<String, List<ThreadSnapshot>> spinning = new LinkedHashMap<>();
        timeline.threads()
                .filter(Spinning::spins)
                .forEach(each -> spinning.computeIfAbsent(each.identity(), unused -> new ArrayList<>())
                        .add(each));
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (List<ThreadSnapshot> each : spinning.values()) {
            int moments = timeline.moments().size();
            if (each.size() >= LEAST_MOMENTS && each.size() * 10 >= moments * 8) {
                finding(timeline, each, findings);
            }
        }
        return findings;
    }

    /** Where a loop that spins was compiled into its caller, its JVM stops it there. */
    private static boolean spins(ThreadSnapshot threadSnapshot) {
        List<Frame> frames = threadSnapshot.thread().frames();
        boolean between = !frames.isEmpty()
                && (isCall(frames.get(0), "com.lmax.disruptor.ProcessingSequenceBarrier", "waitFor")
                        || isCall(frames.get(0), "com.lmax.disruptor.BatchEventProcessor", "processEvents"));
        return between || threadSnapshot.stack().first(Kind.SPIN) != null;
    }

    private static boolean isCall(Frame frame, String type, String method) {
        return frame.type().equals(type) && frame.method().equals(method);
    }

    private static void finding(Timeline timeline, List<ThreadSnapshot> seen, List<DiagnosisFinding> to) {
        ThreadSnapshot last = seen.get(seen.size() - 1);
        double used = last.thread().cpuSeconds() - seen.get(0).thread().cpuSeconds();
        double seconds = timeline.last().second();
        double share = timeline.isTimed() && seconds > 0 ? used / seconds : Double.NaN;
        // Yielding is cheap where others have something to do; what it took of a processor decides.
        if (share < LEAST_SHARE || (Double.isNaN(share) && !(used >= LEAST_SECONDS) && seen.size() < 3)) {
            return;
        }
        String cost = Double.isNaN(share)
                ? used > 0
                        ? String.format(Locale.ROOT, ", and used %.1f s of a processor (CPU) between the dumps", used)
                        : ""
                : String.format(Locale.ROOT, ", for %.0f %% of a processor (CPU)", share * 100);
        to.add(DiagnosisFinding.of(
                        DiagnosisCode.SPINNING_WORKER,
                        last.name() + " waits for events by asking for them without end" + cost + ".",
                        last.name() + " spins",
                        last.thread().source(),
                        List.of(
                                String.format(
                                        Locale.ROOT,
                                        "seen so in %d of %d dumps",
                                        seen.size(),
                                        timeline.moments().size()),
                                EvidenceFormat.stack(last, Kind.SPIN)),
                        Double.isNaN(share) ? 1 : used)
                .about(Blockage.of(timeline.last(), last)));
    }
}
