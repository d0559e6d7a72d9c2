package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.probe.archive.LogFlow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Logs that one logger floods although others write to them, too. A file that only one logger writes to was made for that: a log of requests or of
 * events, and only its owner knows how much is right.
 */
final class LogSpam implements DiagnosisRule {
    /** 86 million a day. */
    private static final double LINES_PER_SECOND = 1_000;
    /** 40 GB a day. */
    private static final double BYTES_PER_SECOND = 500_000;

    private static final double SHARE = 0.9;
    /** A share of the lines: an event with a trace has one line that names its logger, and dozens that don't. */
    private static final double TRACES_SHARE = 0.8;

    /** Stands at the beginning of a trace's first line, where a logger's name would be taken for it. */
    private static final Pattern THROWN = Pattern.compile(".*(?:Exception|Error|Throwable)");

    private static final double ROOT_SHARE = 0.01;
    private static final long LEAST_LINES = 20;
    private static final double MEGABYTE = 1 << 20;
    private static final int SHOWN = 3;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (LogFlow flow : ruleContext.evidence().all(LogFlow.class)) {
            List<Map.Entry<String, Long>> ranked = ranked(flow, false);
            List<Map.Entry<String, Long>> exceptions = ranked(flow, true);
            long thrown = exceptions.stream().mapToLong(Map.Entry::getValue).sum();
            boolean much = flow.linesPerSecond() >= LINES_PER_SECOND && flow.bytesPerSecond() >= BYTES_PER_SECOND;
            if (much && ranked.size() > 1 && ranked.get(0).getValue() >= SHARE * flow.readLines()) {
                findings.add(spam(ruleContext, flow, ranked));
            }
            double traces = 1 - (double) (flow.named() - thrown) / Math.max(1, flow.readLines());
            if (much && thrown >= LEAST_LINES && traces >= TRACES_SHARE) {
                findings.add(traces(ruleContext, flow, traces, thrown, exceptions));
            }
            long root = flow.loggers().getOrDefault(LogFlow.ROOT, 0L);
            if (root >= LEAST_LINES && root >= ROOT_SHARE * flow.readLines()) {
                findings.add(root(flow, root));
            }
        }
        return findings;
    }

    private static List<Map.Entry<String, Long>> ranked(LogFlow flow, boolean thrown) {
        return flow.loggers().entrySet().stream()
                .filter(each -> THROWN.matcher(each.getKey()).matches() == thrown)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private static String first(List<Map.Entry<String, Long>> ranked) {
        return ranked.stream()
                .limit(SHOWN)
                .map(each -> String.format(Locale.ROOT, "%s %,d", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static DiagnosisFinding spam(RuleContext ruleContext, LogFlow flow, List<Map.Entry<String, Long>> ranked) {
        String logger = ranked.get(0).getKey();
        double share = (double) ranked.get(0).getValue() / flow.readLines();
        List<String> evidence = new ArrayList<>();
        evidence.add(String.format(
                Locale.ROOT, "of %,d lines that were read: %s (%s)", flow.readLines(), first(ranked), flow.source()));
        for (FlightRecording flight : ruleContext.evidence().all(FlightRecording.class)) {
            sites(flight.samples(), "processor time", flight, evidence);
            sites(flight.allocationSites(), "allocation", flight, evidence);
        }
        EvidenceFormat.callers(logging(ruleContext)).ifPresent(evidence::add);
        return DiagnosisFinding.of(
                DiagnosisCode.LOG_SPAM,
                String.format(
                        Locale.ROOT,
                        "%s of the lines that come into %s are from the logger %s: about %,.0f of %,.0f a second, %.1f MB a"
                                + " second, %,.0f GB a day.",
                        share > 0.999 && share < 1
                                ? "More than 99.9 %"
                                : String.format(Locale.ROOT, "%.1f %%", share * 100),
                        flow.path(),
                        logger,
                        flow.linesPerSecond() * share,
                        flow.linesPerSecond(),
                        flow.bytesPerSecond() / MEGABYTE,
                        flow.bytesPerSecond() * 86_400 / (1 << 30)),
                "logger " + logger,
                flow.source(),
                evidence,
                flow.linesPerSecond() / LINES_PER_SECOND);
    }

    /** Where in the application log calls come from, by what they cost. */
    private static void sites(Ranking ranking, String what, FlightRecording flight, List<String> evidence) {
        double logging = ranking.loggingAmount();
        String sites = ranking.rows().stream()
                .filter(Ranked::logging)
                .filter(each -> !each.site().isEmpty())
                .limit(SHOWN)
                .map(each -> String.format(Locale.ROOT, "%s %.0f %%", each.site(), each.amount() * 100 / logging))
                .collect(Collectors.joining(", "));
        if (!sites.isEmpty()) {
            evidence.add("of the " + what + " in log calls: " + sites + " (" + flight.source() + ")");
        }
    }

    private static List<ThreadSnapshot> logging(RuleContext ruleContext) {
        return ruleContext
                .timeline()
                .threads()
                .filter(each -> each.stack().logs())
                .toList();
    }

    private static DiagnosisFinding traces(
            RuleContext ruleContext,
            LogFlow flow,
            double share,
            long thrown,
            List<Map.Entry<String, Long>> exceptions) {
        double perSecond = (double) thrown / flow.readLines() * flow.linesPerSecond();
        List<String> evidence = new ArrayList<>();
        evidence.add("begun by: " + first(exceptions) + " (" + flow.source() + ")");
        EvidenceFormat.callers(logging(ruleContext)).ifPresent(evidence::add);
        return DiagnosisFinding.of(
                DiagnosisCode.STACK_TRACES,
                String.format(
                        Locale.ROOT,
                        "%.0f %% of the lines that come into %s are stack traces: about %,.0f exceptions are logged a second, and"
                                + " make %,.0f lines and %.1f MB a second, %,.0f GB a day.",
                        share * 100,
                        flow.path(),
                        perSecond,
                        flow.linesPerSecond() * share,
                        flow.bytesPerSecond() / MEGABYTE,
                        flow.bytesPerSecond() * 86_400 / (1 << 30)),
                flow.path(),
                flow.source(),
                evidence,
                flow.linesPerSecond() * share / LINES_PER_SECOND);
    }

    private static DiagnosisFinding root(LogFlow flow, long lines) {
        return DiagnosisFinding.of(
                DiagnosisCode.ROOT_LOGGER,
                String.format(
                        Locale.ROOT,
                        "%,d of %,d lines that came into %s and were read are from the root logger.",
                        lines,
                        flow.readLines(),
                        flow.path()),
                "the root logger",
                flow.source(),
                List.of(),
                0);
    }
}
