package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Libraries;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A thread pool all of whose threads wait for the results of other tasks, while no thread of the process runs a task: those tasks stand in
 * a queue, and the threads that should run them are the ones that wait. Only {@link java.util.concurrent.FutureTask} is looked at: what
 * completes a CompletableFuture may be anywhere, such as behind a network.
 */
final class StarvedPools implements DiagnosisRule {
    private static final int LEAST_STILL = 3;
    private static final double LEAST_SECONDS = 3;
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor.runWorker";
    private static final String AWAITS = "java.util.concurrent.FutureTask.awaitDone";
    private static final Pattern NUMBER = Pattern.compile("[-_ #]*\\d+$");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        if (timeline.moments().size() <= LEAST_STILL) {
            return List.of();
        }
        DumpSnapshot last = timeline.last();
        Map<String, List<ThreadSnapshot>> pools = new LinkedHashMap<>();
        for (ThreadSnapshot each : last.threads()) {
            if (calls(each, WORKER)) {
                pools.computeIfAbsent(pool(each), unused -> new ArrayList<>()).add(each);
            }
        }
        // A thread that runs, or waits for a lock or something outside, may be at work on what they wait for.
        boolean works = pools.values().stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.doing() != ThreadActivity.IDLE && !isStarved(each));
        if (works) {
            return List.of();
        }
        List<DiagnosisFinding> findings = new ArrayList<>();
        pools.forEach((name, threads) -> {
            int still = threads.stream().mapToInt(ThreadSnapshot::still).min().orElse(0);
            double seconds = timeline.stood(last, still);
            if (threads.stream().allMatch(StarvedPools::isStarved)
                    && still >= LEAST_STILL
                    && (!timeline.isTimed() || seconds >= LEAST_SECONDS)) {
                findings.add(finding(timeline, last, name, threads, seconds));
            }
        });
        return findings;
    }

    static String pool(ThreadSnapshot threadSnapshot) {
        return NUMBER.matcher(threadSnapshot.thread().name()).replaceFirst("");
    }

    private static boolean calls(ThreadSnapshot threadSnapshot, String call) {
        return threadSnapshot.thread().frames().stream()
                .anyMatch(each -> each.call().equals(call));
    }

    /** Whether the thread waits for a task's result, and the application itself called that wait. */
    private static boolean isStarved(ThreadSnapshot threadSnapshot) {
        if (threadSnapshot.stack().isInLogging()) {
            return false;
        }
        for (Frame each : threadSnapshot.thread().frames()) {
            if (each.call().equals(AWAITS)) {
                return true;
            }
            if (!Libraries.isJdk(each.type())) {
                return false;
            }
        }
        return false;
    }

    private static DiagnosisFinding finding(
            Timeline timeline, DumpSnapshot last, String name, List<ThreadSnapshot> threads, double seconds) {
        String all = threads.size() == 1
                ? "The only thread of the pool \"" + name + "\" waits"
                : String.format(Locale.ROOT, "All %,d threads of the pool \"%s\" wait", threads.size(), name);
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.stack(threads.get(0)));
        EvidenceFormat.callers(threads).ifPresent(evidence::add);
        return DiagnosisFinding.of(
                        DiagnosisCode.STARVED_POOL,
                        all + " for results of other tasks (Future.get), and "
                                + (threads.size() == 1 ? "it has" : "they have") + " not moved "
                                + (timeline.isTimed()
                                        ? "for " + EvidenceFormat.seconds(seconds)
                                        : "since "
                                                + timeline.when(
                                                        timeline.moments().get(0)))
                                + ". No other thread of a pool runs a task, so the tasks stand in the pool's own queue: thread pool starvation, a"
                                + " deadlock that the JVM doesn't report. Logging has no part in it.",
                        (threads.size() == 1 ? "the thread" : "the threads") + " of the pool \"" + name + "\"",
                        threads.get(0).thread().source(),
                        evidence,
                        threads.size() * seconds)
                .about(new Blockage(last, List.of(), threads));
    }
}
