package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.ContextSwitches;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** All rules, and the order of what they find. */
public final class DiagnosisRules {
    private static final List<Asked> ALL = List.of(
            new Asked(new LoggingWaits(), List.of(ThreadSample.class)),
            new Asked(new Deadlocks(), List.of(ThreadSample.class)),
            new Asked(new Convoys(), List.of(ThreadSample.class)),
            new Asked(new OutsideWaits(), List.of(ThreadSample.class)),
            new Asked(new FullQueues(), List.of(ThreadSample.class)),
            new Asked(new StarvedPools(), List.of(ThreadSample.class)),
            new Asked(new SlowAppenders(), List.of(ThreadSample.class)),
            new Asked(new LoneWriters(), List.of(ThreadSample.class)),
            new Asked(new StuckRequests(), List.of(ThreadSample.class)),
            new Asked(new Excerpts(), List.of(ThreadSample.class)),
            new Asked(new Spinning(), List.of(ThreadSample.class)),
            new Asked(new LocationWalks(), List.of()),
            new Asked(new Wakeups(), List.of(ContextSwitches.class, ThreadSample.class)),
            new Asked(new LogFiles(), List.of(LiveRecording.class)),
            new Asked(new LogSpam(), List.of(LogFlow.class)),
            new Asked(new LogRoomWaits(), List.of(FlightRecording.class)),
            new Asked(new ClassPaths(), List.of(LiveRecording.class)),
            new Asked(new HeapTroubles(), List.of()),
            new Asked(new Configurations(), List.of(LoggingConfiguration.class)));

    private static final List<String> SEVERITIES = List.of("error", "warning", "info");

    private static final Set<String> LOCATION = Set.of(
            DiagnosisCode.LOCATION_WALKS.code(), LintCode.LOCATION_COST.code(), LintCode.CALLER_DATA_UNUSED.code());

    /**
     * A walk of the stack for each event makes garbage, and it holds callers back, so that their events come one by one and
     * the worker is woken for each: without location the same load comes in batches.
     */
    private static final Set<String> CAUSED_BY_LOCATION =
            Set.of(HeapCode.LOGGING_GARBAGE.code(), DiagnosisCode.WAKEUPS.code());

    private DiagnosisRules() {}

    /** A rule and the kinds of evidence without any one of which it is not asked; none: it looks for itself. */
    private record Asked(DiagnosisRule rule, List<Class<? extends EvidenceItem>> needs) {}

    /** The findings, the worst first. */
    public static List<DiagnosisFinding> findings(RuleContext ruleContext) {
        List<DiagnosisFinding> found = new ArrayList<>();
        for (Asked each : ALL) {
            if (each.needs().stream().allMatch(ruleContext.evidence()::has)) {
                found.addAll(each.rule().check(ruleContext));
            }
        }
        // What is seen to happen need not be foretold as well; the finding quotes the configuration.
        if (found.stream().anyMatch(each -> each.is(DiagnosisCode.WAITS_FOR_COMPRESSION))) {
            found.removeIf(each -> each.is(LintCode.SYNCHRONOUS_COMPRESSION));
        }
        // Its threads wait for each other, which says more than where they do.
        if (found.stream().anyMatch(each -> each.is(DiagnosisCode.STARVED_POOL))) {
            found.removeIf(each -> each.is(DiagnosisCode.STUCK_REQUESTS));
        }
        // What is proven of threads makes a suspicion needless.
        if (found.stream().anyMatch(each -> isAboutThreads(each.remark()))) {
            found.removeIf(each -> each.is(DiagnosisCode.MAY_BE_STUCK));
        }
        found.stream()
                .filter(each -> LOCATION.contains(each.remark().code()))
                .mapToDouble(DiagnosisFinding::weight)
                .max()
                .ifPresent(cause -> found.replaceAll(
                        each -> CAUSED_BY_LOCATION.contains(each.remark().code()) ? each.after(cause) : each));
        if (ruleContext.logsWithTailrace()) {
            found.replaceAll(DiagnosisFinding::withoutComparison);
        }
        ruleContext.evidence().unread().forEach(each -> found.add(unread(each)));
        return found.stream()
                .sorted(Comparator.comparingInt((DiagnosisFinding each) ->
                                SEVERITIES.indexOf(each.remark().severity()))
                        .thenComparing(each -> each.is(DiagnosisCode.NOT_READ))
                        .thenComparing(each -> -each.weight()))
                .toList();
    }

    private static boolean isAboutThreads(Remark remark) {
        return remark.counts()
                && remark.code().compareTo("TR3100") > 0
                && !remark.code().equals(DiagnosisCode.MAY_BE_STUCK.code())
                && remark.code().compareTo(HeapCode.TEMPORARY_GARBAGE.code()) < 0;
    }

    private static DiagnosisFinding unread(ParseProblem note) {
        String cause = note.isAll()
                ? "Nothing of " + note.source().file() + " could be read. " + note.why()
                : "I could not read "
                        + (note.lines() == 0
                                ? "all"
                                : note.lines() == 1 ? "1 line" : String.format(Locale.ROOT, "%,d lines", note.lines()))
                        + " of " + note.source().file() + ". " + note.why();
        DiagnosisFinding finding = DiagnosisFinding.of(
                note.isAll() ? DiagnosisCode.NOT_READ : DiagnosisCode.PARTLY_UNREAD,
                cause,
                null,
                note.source(),
                List.of(),
                0);
        // What findings depend on is no aside.
        return note.decisive() && !note.isAll() ? finding.severity("warning") : finding;
    }
}
