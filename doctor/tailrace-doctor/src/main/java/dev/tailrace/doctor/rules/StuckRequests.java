package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading.How;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All threads of a server's pool stand at one place of the application in each dump: none is left for another request. Waits that end by
 * themselves or are for work, as those of long polls, aren't counted, nor is what waits for the client.
 */
final class StuckRequests implements DiagnosisRule {
    private static final int LEAST_DUMPS = 3;
    private static final double LEAST_SECONDS = 3;
    private static final int LEAST_THREADS = 5;

    /** Seconds of a processor that threads at work use in a second, all together. */
    private static final double LEAST_PROCESSORS = 0.9;

    /** Where a server reads from its client, or writes to it. */
    private static final Pattern SERVER = Pattern.compile(
            "(?:org\\.apache\\.(?:coyote|catalina|tomcat)|org\\.eclipse\\.jetty|io\\.undertow|org\\.xnio|org\\.glassfish\\.grizzly|weblogic)\\..*");

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        Timeline timeline = ruleContext.timeline();
        List<DumpSnapshot> dumps = timeline.moments();
        double seconds = dumps.get(dumps.size() - 1).second() - dumps.get(0).second();
        if (dumps.size() < LEAST_DUMPS || (timeline.isTimed() && seconds < LEAST_SECONDS)) {
            return List.of();
        }
        List<Map<String, List<ThreadSnapshot>>> crowds =
                dumps.stream().map(StuckRequests::crowds).toList();
        List<DiagnosisFinding> findings = new ArrayList<>();
        crowds.get(dumps.size() - 1).forEach((where, threads) -> {
            List<ThreadSnapshot> first = crowds.get(0).getOrDefault(where, List.of());
            boolean always = crowds.stream().allMatch(each -> each.containsKey(where));
            if (always && (isWait(timeline, threads) || isWork(timeline, first, threads, seconds))) {
                findings.add(finding(timeline, threads, seconds));
            }
        });
        return findings;
    }

    /** By pool and place, the threads at a place where nearly all threads of a pool are, idle ones included. */
    private static Map<String, List<ThreadSnapshot>> crowds(DumpSnapshot dumpSnapshot) {
        Map<String, List<ThreadSnapshot>> pools = dumpSnapshot.threads().stream()
                .filter(each -> each.stack().first(Kind.REQUEST) != null || isFree(each))
                .collect(Collectors.groupingBy(StarvedPools::pool, LinkedHashMap::new, Collectors.toList()));
        Map<String, List<ThreadSnapshot>> crowds = new LinkedHashMap<>();
        pools.forEach((pool, all) -> all.stream()
                .filter(StuckRequests::isAtApplication)
                .collect(Collectors.groupingBy(
                        each -> String.valueOf(each.stack().application())))
                .forEach((place, threads) -> {
                    if (threads.size() >= LEAST_THREADS && threads.size() * 10 >= all.size() * 9) {
                        crowds.put(pool + " " + place, threads);
                    }
                }));
        return crowds;
    }

    /** A thread that waits for the next task; one that selects, or accepts connections, never takes any. */
    private static boolean isFree(ThreadSnapshot threadSnapshot) {
        return threadSnapshot.doing() == ThreadActivity.IDLE
                && threadSnapshot.stack().how() != How.NONE;
    }

    /** Whether the server has called the application, which does not read from its client or write to it just now. */
    private static boolean isAtApplication(ThreadSnapshot threadSnapshot) {
        List<Frame> frames = threadSnapshot.thread().frames();
        Frame request = threadSnapshot.stack().first(Kind.REQUEST);
        Frame place = threadSnapshot.stack().application();
        if (request == null || place == null || threadSnapshot.stack().isInLogging()) {
            return false;
        }
        int application = frames.indexOf(place);
        return application < frames.indexOf(request)
                && frames.subList(0, application).stream()
                        .noneMatch(each -> SERVER.matcher(each.type()).matches());
    }

    /** Whether they wait for a result or a permit, for as long as it takes. */
    private static boolean isWait(Timeline timeline, List<ThreadSnapshot> threads) {
        long waiting = threads.stream()
                .filter(each -> each.still() == timeline.moments().size() - 1)
                .filter(each ->
                        each.doing() == ThreadActivity.WAITS && each.thread().state() == State.WAITING)
                .filter(each -> each.stack().how() == How.PARK || each.stack().how() == How.PERMIT)
                .filter(each -> !each.stack().isTaking())
                .count();
        return waiting * 10 >= threads.size() * 9L;
    }

    private static boolean isWork(
            Timeline timeline, List<ThreadSnapshot> first, List<ThreadSnapshot> last, double seconds) {
        Map<String, Double> before = first.stream()
                .collect(Collectors.toMap(
                        ThreadSnapshot::identity, each -> each.thread().cpuSeconds(), (a, b) -> a));
        double used = last.stream()
                .filter(each -> each.doing() == ThreadActivity.RUNNING)
                .mapToDouble(each -> each.thread().cpuSeconds() - before.getOrDefault(each.identity(), Double.NaN))
                .filter(each -> each > 0)
                .sum();
        return timeline.isTimed() && used >= seconds * LEAST_PROCESSORS;
    }

    private static DiagnosisFinding finding(Timeline timeline, List<ThreadSnapshot> threads, double seconds) {
        ThreadSnapshot example = threads.get(0);
        String place = String.valueOf(example.stack().application());
        return DiagnosisFinding.of(
                        DiagnosisCode.STUCK_REQUESTS,
                        String.format(
                                Locale.ROOT,
                                "%,d threads of the pool \"%s\", all that it has for requests, stand at %s in each of %,d dumps%s; %s %s.",
                                threads.size(),
                                StarvedPools.pool(example),
                                place,
                                timeline.moments().size(),
                                timeline.isTimed() ? ", for " + EvidenceFormat.seconds(seconds) : "",
                                example.name(),
                                EvidenceFormat.does(example, example.stack().work())),
                        place,
                        example.thread().source(),
                        List.of(EvidenceFormat.stack(example, Kind.REQUEST)),
                        threads.size() * seconds)
                .about(new Blockage(timeline.last(), List.of(), threads));
    }
}
