package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.FrameSignatures;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Stalls;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaiterGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Many callers that wait inside of one appender, each by itself: it takes no lock that the others queue for, but waits for permits, answers,
 * or time.
 */
final class SlowAppenders implements DiagnosisRule {
    private static final int LEAST_THREADS = 3;

    /** A number of threads that don't meet by chance in one dump, or at once in nearly all of them. */
    private static final int MANY_THREADS = 5;

    private static final int LEAST_STILL = 2;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        return sick(ruleContext.timeline()).stream()
                .map(each -> finding(ruleContext.timeline(), each))
                .toList();
    }

    /** The threads that are reported here, by their identities. */
    static Set<String> reported(Timeline timeline) {
        return sick(timeline).stream()
                .flatMap(each -> each.waiters().stream())
                .map(ThreadSnapshot::identity)
                .collect(Collectors.toSet());
    }

    private static List<Stall> sick(Timeline timeline) {
        return Stalls.inCalls(timeline).stream()
                .filter(each -> isSick(timeline, each))
                .toList();
    }

    private static boolean isSick(Timeline timeline, Stall stall) {
        int dumps = timeline.moments().size();
        if (dumps <= LEAST_STILL) {
            return stall.groups().size() == dumps && stall.peak().waiters().size() >= MANY_THREADS;
        }
        long still = stall.groups().stream()
                .mapToLong(group -> group.waiters().stream()
                        .filter(each -> each.still() >= LEAST_STILL)
                        .count())
                .max()
                .orElse(0);
        return still >= LEAST_THREADS || isCrowd(timeline, stall);
    }

    /** Calls that end, but in nearly all dumps many threads are in one, and much of what the application does is to wait there. */
    private static boolean isCrowd(Timeline timeline, Stall stall) {
        List<WaiterGroup> many = stall.groups().stream()
                .filter(each -> each.waiters().size() >= MANY_THREADS)
                .toList();
        long waiting = many.stream().mapToLong(each -> each.waiters().size()).sum();
        long idle = many.stream()
                .flatMap(each -> each.waiters().stream())
                .filter(each -> !each.isBusy())
                .count();
        return many.size() * 10 >= timeline.moments().size() * 8 && waiting * 10 >= (timeline.busy() + idle) * 3;
    }

    private static DiagnosisFinding finding(Timeline timeline, Stall stall) {
        WaiterGroup peak = stall.peak();
        ThreadSnapshot first = peak.waiters().stream()
                .filter(each -> each.still() > 0)
                .findFirst()
                .orElse(peak.waiters().get(0));
        Kind work = first.stack().work();
        boolean argument = first.stack().argument() != null;
        String library = FrameSignatures.name(String.valueOf(first.stack().loggingLibrary()));
        String cause = String.format(
                Locale.ROOT,
                "%s%s inside of a log call, in %s: %s %s. No lock or queue of %s is between them; each waits by itself.%s",
                EvidenceFormat.threadsWait(peak.waiters().size()),
                timeline.isTimed() && stall.seconds() > 0 ? " for " + EvidenceFormat.seconds(stall.seconds()) : "",
                first.stack().appender(),
                first.name(),
                EvidenceFormat.does(first, work),
                library,
                timeline.isSeries() ? "" : " One dump doesn't show for how long.");
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.course(timeline, stall));
        evidence.add(EvidenceFormat.stack(first, work == null ? Kind.API : work, Kind.API));
        EvidenceFormat.callers(stall.waiters()).ifPresent(evidence::add);
        return DiagnosisFinding.of(
                        argument ? DiagnosisCode.WAITS_FOR_ARGUMENT : code(work),
                        cause,
                        String.valueOf(first.stack().appender()),
                        peak.moment().sample().source(),
                        evidence,
                        stall.threadSeconds())
                .about(Blockage.of(peak.moment(), null, peak.waiters()));
    }

    private static DiagnosisCode code(@Nullable Kind work) {
        if (work == null) {
            return DiagnosisCode.WAITS_FOR_APPENDER;
        }
        return switch (work) {
            case FILE_LOCK -> DiagnosisCode.WAITS_FOR_FILE_LOCK;
            case MAIL, NETWORK, DNS -> DiagnosisCode.WAITS_FOR_NETWORK;
            case POOL, DATABASE, REMOTE -> DiagnosisCode.WAITS_FOR_SERVICE;
            default -> DiagnosisCode.WAITS_FOR_APPENDER;
        };
    }
}
